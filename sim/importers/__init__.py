"""What others write down, read into scenarios and creatures: one module a format, all behind ``protocol.Importer``."""
