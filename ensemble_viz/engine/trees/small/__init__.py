"""Small trees, grown node by node, and measured when somebody looks."""
