"""The panels round the canvas: each reads the scene, and tells the session what a person did.

No panel knows another. Each is a widget made with the session, and has `refresh(scene, change)`.
"""
