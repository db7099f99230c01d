// The endings of stem.go in package search.
tokens.stemmers.pt = tokens.endings("amentos amento imentos imento acoes acao adoras adores adora ador mente ando endo indo idades idade ados adas idos idas ado ada ido ida aram eram amos emos oes es os as ar er ir s o a e", 4);
