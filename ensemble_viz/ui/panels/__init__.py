"""The panels round the canvas: each reads the scene, and tells its desk what a person did.

No panel knows another. Each is a widget made with a desk, and has `refresh(scene, change)`.
"""
