"""The public questions: names, texts and files in, exact values out.

Each module resolves names through the catalog and hands values to the packages below. It counts, settles and
judges nothing itself.
"""
