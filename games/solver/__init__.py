"""The double-dummy solver: Bo Haglund's DDS, in a child process that may crash alone.

`child.py` is that process, `dds.py` calls the library in it, `wire.py` is what the two processes say;
`process.py` starts it, feeds it and kills it at the deadline.
"""
