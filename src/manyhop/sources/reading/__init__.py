"""Reading files of every kind into sources."""
