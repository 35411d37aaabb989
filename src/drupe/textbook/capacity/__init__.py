"""How rich a class of rules is, by covers, chains, shattered sets, random signs and mistakes."""
