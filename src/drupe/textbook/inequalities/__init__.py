"""How far a sample strays from its law: the inequalities that no bound of drupe needs, each with its inverse."""
