// The endings of stem.go in package search.
tokens.stemmers.es = tokens.endings("amientos amiento imientos imiento aciones acion adoras adores adora ador mente ando iendo idades idad ados adas idos idas ado ada ido ida aron ieron amos emos imos es os as ar er ir s o a e", 4);
