/** The words used to recognise a language and to interpret its sentences. */
export interface LanguageWords {
  /** Function words, which are frequent in every text of the language. */
  functionWords: Set<string>
  negations: Set<string>
}

/** Supported languages in the Latin alphabet, besides English (see `words.ts`). */
export type ReadLanguage = 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl'

const words = (list: string) => new Set(list.split(/\s+/))

/** All words are folded: lower case, without accents. */
export const LANGUAGE_WORDS: Record<ReadLanguage, LanguageWords> = {
  de: {
    functionWords: words(
      `der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde hat haben
      hatte kann darf soll muss es er sie wir ich du ihr sich von vom zu zum zur im in am an auf aus bei mit nach seit
      fur gegen uber unter um als wie wenn weil dass auch nur noch sehr schon so da was wer wo wann warum welche ja doch`,
    ),
    negations: words(
      'nicht kein keine keinen keinem keiner keines nie niemals nein niemand nichts ohne weder',
    ),
  },
  fr: {
    functionWords: words(
      `le la les un une des du de d l et ou mais est sont etait etaient a ont avait peut doit il elle on nous vous ils elles
      je tu se ce cette ces cet qui que quoi ou dans sur sous par pour avec entre vers chez en au aux plus tres aussi comme
      si c s y son sa ses leur oui`,
    ),
    negations: words('ne n pas jamais aucun aucune rien non sans ni'),
  },
  es: {
    functionWords: words(
      `el la los las un una unos unas de del y o pero es son era eran fue esta estan hay ha han puede debe se lo le les que
      quien cual en con por para entre sobre desde hasta al mas muy tambien como si su sus este esta esto yo`,
    ),
    negations: words('no nunca jamas ningun ninguna ninguno nada nadie sin tampoco ni'),
  },
  pt: {
    functionWords: words(
      `o a os as um uma uns umas de do da dos das e ou mas sao era eram foi esta estao ha tem pode deve se que quem qual em
      no na nos nas com por para entre sobre desde ate ao aos mais muito tambem como seu sua este esta isto eu sim`,
    ),
    negations: words('nao nunca jamais nenhum nenhuma nada ninguem sem nem'),
  },
  it: {
    functionWords: words(
      `il lo la i gli le un uno una di del della dei delle dello e o ma sono era erano ha hanno puo deve si che chi quale in
      nel nella con per tra fra su sul sulla da dal dalla al alla ai piu molto anche come se suo sua questo questa`,
    ),
    negations: words('non mai nessun nessuna nessuno niente nulla senza ne no'),
  },
  nl: {
    functionWords: words(
      `de het een en of maar is zijn was waren wordt worden werd heeft hebben had kan mag moet er hij zij ze wij we ik je u
      van naar voor met door over onder tussen bij uit op aan in om als dan dat die deze dit wat wie waar wanneer welke ook
      nog zeer heel wel ja`,
    ),
    negations: words('niet geen nooit niemand niets zonder nee noch'),
  },
}
