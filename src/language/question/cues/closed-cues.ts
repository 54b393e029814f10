/** Words that ask for one short right answer. Each line is a language; `*` stands for any ending. */
export const CLOSED_CUES = {
  /** A person, time or place is asked for, or the name of something. */
  whoOrWhen: `
    en how do you conjugate, how do you decline, how do you spell, how is it spelled, how is it spelt, how to spell, spell the word, correct spelling, how to pronounce, which is correct, which one is correct, who is credited, who is considered, who is known, who is regarded, who, whom, whose, when, where, since when, what year, in what year, what date, on what date, on what day, what time, at what time, what day, what month, what century, what decade, what color, what colour, what country, in what country, what city, in what city, what state, what continent, what language, what languages, what currency, what temperature, what speed, what size, what letter, what word, what animal, what planet, what element, what gas, what vitamin, what organ, what river, what ocean, what sport, what instrument, what religion, what nationality, what team, what school, what university, what company, what band, what book, what movie, what film, what song, what actor, what president, what king, what gender, what breed, what shape, what unit, what do you call, what are the names, what is the name, what's the name, how do you spell, how is it spelled, how do you pronounce
    de wie schreibt man, wie spricht man, wie wird geschrieben, heißt es, was ist richtig, was stimmt, wer, wen, wem, wessen, wann, wo, woher, wohin, seit wann, bis wann, in welchem jahr, wie spät, wie hieß, wie hiess, wie hießen, wie heißt, wie heissen, wie heißen, wie nennt man, wie schreibt man, um wie viel uhr
    fr comment s'écrit, comment écrit-on, comment se prononce, comment on écrit, on écrit, qui, à qui, quand, où est, où sont, où se, où a, où ont, où vit, où habite, où naquit, d'où, depuis quand, en quelle année, à quelle date, comment s'appelait, comment s'appelle, comment s'appellent, comment appelle-t-on, comment se nomme
    es cómo se escribe, como se escribe, cómo se pronuncia, se escribe, se dice, quién, quienes, quiénes, a quién, cuándo, dónde, adónde, de dónde, en qué ciudad, en qué comunidad, en qué provincia, en qué estado, en qué continente, en qué siglo, en qué mes, en qué año, en que año, en qué país, en qué fecha, qué año, qué día, qué hora, qué color, qué idioma, qué país, qué ciudad, qué planeta, qué río, qué animal, qué elemento, qué número, cómo se llamaba, como se llamaba, cómo se llama, como se llama, cómo se llaman, quien, cuando, donde
    it come si scrive, come si pronuncia, si scrive, si dice, chi, a chi, quando, dove, da dove, in che anno, in che città, in che regione, in che secolo, in quale anno, che anno, che giorno, che ora, che colore, che lingua, come si chiamava, come si chiama, come si chiamano
    pt como se escreve, como se pronuncia, se escreve, o certo é, quem, a quem, quando, onde, de onde, em que ano, em que país, que ano, que dia, que horas, que cor, que língua, como se chamava, em que estado, em que cidade, em que século, em que mês, em que continente, como se chama, como se chamam
    nl wie schreef, wie schilderde, wie won, wie heeft, wie werd, wie maakte, wie bedacht, wie vond, wie speelde, wie ontdekte, wie zong, wie regisseerde, hoe schrijf je, hoe spel je, hoe spreek je, wie, wiens, wanneer, waar, waarheen, in welk jaar, hoe laat, hoe heette, hoe heet, hoe heten, hoe noem je
    pl jak się pisze, jak napisać poprawnie, jak się wymawia, pisze się, jak się odmienia, kto, kogo, komu, czyj, kiedy, gdzie, skąd, dokąd, w którym roku, jak się nazywa, jak nazywa się, jak nazywają się, jak nazywamy, o której
    ru как пишется, как правильно, как произносится, как правильно пишется, как расшифровывается, что означает аббревиатура, кто, кого, кому, чей, когда, где, куда, откуда, в каком году, в каком веке, как называется, как называются, как зовут, как звали, во сколько
    uk як пишеться, як правильно, як вимовляється, як розшифровується, хто, кого, кому, чий, коли, де, куди, звідки, в якому році, у якому році, як називається, як називаються, як звати, як звали
    tr nasıl yazılır, doğru yazılışı, nasıl okunur, nasıl telaffuz, kim, kimin, kime, kimi, ne zaman, nerede, nereye, nereden, nerededir, neresi, kaçta, hangi yılda, hangi yıl, adı ne, adı nedir, ismi ne, ne denir
    ar كيف تكتب كلمة, كيف تنطق, من, متى, أين, اين, في أي عام, في أي سنة, ما اسم, منذ متى, بماذا يسمى
    ko 어떻게 읽, 어떻게 쓰나요, 맞춤법이 맞, 가 맞아요, 이 맞아요, 맞나요, 누구, 누가, 언제, 어디, 몇 년, 며칠, 무슨 요일, 무슨 색, 어떤 나라, 이름은, 이름이, 라고 하나, 라고 부르
    zh 怎么读, 怎么念, 怎么写, 哪个对, 哪个正确, 谁, 何时, 什么时候, 是什么时候, 哪里, 哪儿, 在哪, 哪年, 哪一年, 哪位, 哪国, 什么颜色, 什么语言, 叫什么, 哪条, 哪座, 哪家, 星期几, 几月, 几号, 几点, 何年, 何地, 何人
    ja 何と読, なんと読, 読み方は, どう読, どちらが正しい, 誰, だれ, いつ, どこ, どの国, 何年, 何時, 何月, 何日, 何曜日, 何色, 何語, 何番, 何と言い, 何といい, 何という, 何て言う, 何と呼, なんと呼, 名前は
    hi किसने, कौन, कब, कहाँ, कहां, किस वर्ष, किस साल, किसका, किसे
    sv vem, vems, när, var, varifrån, vart, vilket år, vad hette, vad heter, vad kallas`,
  /** An amount is asked for. */
  howMany: `
    en what age, at what age, what percentage, what percent, what number, what fraction, how many, how much, how old, how tall, how far, how high, how deep, how wide, how heavy, how big, how large, how fast, how hot, how cold, how thick, how long, how often
    de wie viele, wieviele, wie viel, wieviel, wie alt, wie groß, wie hoch, wie lang, wie lange, wie weit, wie tief, wie schwer, wie breit, wie schnell, wie oft, wie heiß, wie kalt
    fr combien, combien de, quel âge
    es cuánto, cuánta, cuántos, cuántas, cuanto, cuantos, cuantas
    it quanto, quanta, quanti, quante
    pt quanto, quanta, quantos, quantas, com quantas, com quantos
    nl hoeveel, hoe oud, hoe groot, hoe hoog, hoe lang, hoe ver, hoe diep, hoe zwaar, hoe breed, hoe snel, hoe vaak
    pl ile, ilu, jak długo, jak długa, jak wysoki, jak wysoka, jak daleko, jak często, jak stary, jak głęboki
    ru сколько, как долго, как часто, как далеко
    uk скільки
    tr kaç, kaçıncı, kaçtır, kaç eder, ne kadar, kaç yaşında, kaç tane
    ar كم, كم عدد, ما عدد
    ko 몇, 몇 개, 몇 명, 얼마, 얼마나 높, 얼마나 긴
    zh 几个, 几颗, 几, 多少, 多高, 多长, 多远, 多大, 多重, 多深, 多快, 多久
    ja 何人, 何個, 何本, 何歳, 何度, 何メートル, 何キロ, 何回, 何円, いくつ, いくら, どのくらいの高さ, どれくらいの
    hi कितने, कितना, कितनी
    sv hur många, hur mycket, hur gammal, hur gammalt, hur lång, hur långt, hur högt, hur hög, hur stor, hur ofta, hur djup, hur länge`,
  /** One of several things is asked for. */
  which: `
    en which, in which, on which, what type of, what kind of, what sort of
    de welche, welcher, welches, welchen, welchem, in welchem, in welcher
    fr quel, quelle, quels, quelles, lequel, laquelle, lesquels, lesquelles
    es cuál, cuáles
    it quale, quali, in quale
    pt qual, quais, em qual
    nl welke, welk, in welk, in welke
    pl który, która, które, w którym, w której, jaki, jaka, jakie, w jakim, w jakiej
    ru который, которая, какой, какая, какое, какие, в каком, в какой
    uk котрий, який, яка, яке, які, в якому, у якому
    tr hangi, hangisi, hangisidir, hangileri
    ar أي, اي, أية, في أي, أيهما
    ko 어느, 은?, 는?, 다음 중
    zh 哪个, 哪些, 哪一, 哪种
    ja どれ, どちら, どの, は？, 次のうち
    hi कौनसा, कौन सा, कौन सी
    sv vilka, vilket, vilken, i vilket`,
  /** A person is named and asked about: a portrait, not a name. */
  whoIs: `
    en who is, who was, who's, whos, who are, who were
    de wer ist, wer war, wer sind, wer waren
    fr qui est, qui était, qui sont, qui étaient, c'est qui, qui fut
    es quién es, quién fue, quién era, quiénes son, quiénes fueron, quien es, quien fue, quien era
    it chi è, chi era, chi sono, chi fu, chi erano, chi e
    pt quem é, quem foi, quem era, quem são, quem foram, quem e
    nl wie is, wie was, wie zijn, wie waren
    pl kim jest, kim był, kim była, kto to jest, kto to był, kto to
    ru кто такой, кто такая, кто такие, кем был, кем была, кто это
    uk хто такий, хто така, ким був, ким була
    tr kimdir, kimdi, kimler
    ar من هو, من هي, من كان, من كانت, من هم
    zh 是谁
    ko 누구인가, 누구예요, 누구야, 누구입니까, 누구였
    ja って誰, は誰ですか, とは誰
    hi कौन है, कौन थे, कौन था, कौन थी, कौन हैं
    sv vem är, vem var`,
  /** What has one short right answer, by its name. */
  attribute: `
    en big-o, maximum, minimum, max, min, worst case, worst-case, spelling, demonym, collective noun, comparative, genitive, gender of, deadline, due date, airport code, author, composer, painter, inventor, singer, artist, alphabetically, chronologically, ascending, descending, from smallest, from largest, from oldest, total be, my total, do i pay, do i owe, capital, capital of, capital city, population, name of, the name, names of, called, known as, number of, amount of, total, sum of, product of, square root, cube root, root of, factorial, percentage, percent of, average, mean of, median, probability, area of, its area, area in, perimeter, volume of, circumference, radius, diameter, angle, angles, slope, derivative, antiderivative, integral, limit, determinant, gcd, lcm, remainder, decimal places, decimals, value of, the value, output, printed, distance from, distance between, height of, height in, length of, weight of, mass of, molar mass, age of, speed of, velocity, depth of, width of, size of, temperature, boiling point, melting point, freezing point, atomic number, atomic mass, atomic weight, chemical symbol, symbol of, symbol for, chemical formula, formula of, formula for, ph of, density, currency, official language, time zone, zip code, postal code, country code, area code, dialing code, phone number, default port, port of, port number, status code, error code, birthday, birth date, date of birth, birthplace, date of, year of, release date, author of, writer of, inventor of, discoverer of, founder of, director of, composer of, painter of, ceo of, president of, king of, queen of, prime minister, chancellor, mayor of, owner of, winner of, leader of, secretary general, head of state, head of the, chief, governor, pope, champion, members of, member countries, members, synonym, antonym, opposite of, the opposite, plural, past tense, past participle, singular, superlative of, word for, term for, abbreviation, acronym, full form, stand for, stands for, short for, roman numeral, roman numerals, binary, hexadecimal, in hex, in decimal, in binary, main ingredient, next number, next term, next in the sequence, sequence, comes next, missing number, pattern, price of, total cost, salary, gdp, time complexity, complexity of, space complexity, big o, countries, country, planets, planet, states, state of matter, states of matter, continents, continent, oceans, months, provinces, colors, colours, primary colors, elements, noble gases, presidents, kings, rivers, cities, mountains, islands, moons, letters, vowels, vowel, consonants, digits, days of the week, wonders, gospels, apostles, beatles, dwarfs, languages spoken, languages, chronological order, alphabetical order, ascending order, descending order, original price, signs of the zodiac, zodiac, taxonomic, genus, species, family of, class of animals, blood type, blood types, keys, solution of, solutions of, equation of, speed limit, constant, molecular weight, flag of, national anthem, national animal, national flower, national dish, nationality, hometown, real name, maiden name, first name, last name, middle name, nickname, pen name, native language, answer, sentiment, ships, bones, chambers, teeth, strings, players, neighbours, neighbors, neighbouring, border, borders, hex code, iso code, isbn, extension, exit code, unit of, si unit, units
    de perfekt von, plusquamperfekt, konjunktiv, schreibweise, rechtschreibung, genitiv, komparativ, steigerung, geschlecht von, frist, abgabetermin, hauptstadt, einwohner, einwohnerzahl, name des, name der, namen der, namen, anzahl, summe, produkt aus, quadratwurzel, wurzel, prozent, durchschnitt, wahrscheinlichkeit, fläche, flächeninhalt, umfang, volumen, radius, durchmesser, winkel, steigung, ableitung, integral, grenzwert, rest, wert, ausgabe, gibt dieser code aus, gibt der code aus, entfernung, höhe, länge von, gewicht, masse, alter, geschwindigkeit, tiefe, breite, größe, temperatur, siedepunkt, schmelzpunkt, gefrierpunkt, ordnungszahl, atommasse, elementsymbol, chemische symbol, symbol, chemische formel, summenformel, formel, ph-wert, dichte, währung, amtssprache, zeitzone, postleitzahl, vorwahl, standardport, statuscode, geburtstag, geburtsdatum, geburtsort, geburtsjahr, datum, jahr, autor, autorin, erfinder, entdecker, gründer, regisseur, komponist, maler von, chef von, präsident, präsidentin, könig, königin, bundeskanzler, kanzler, kanzlerin, bürgermeister, ministerpräsident, papst, weltmeister, mitglieder, mitgliedstaaten, synonym, antonym, gegenteil, plural, mehrzahl, einzahl, präteritum, vergangenheitsform, partizip, fremdwort, fachbegriff, abkürzung, abkürzungen, steht die abkürzung, steht für, steht, auf englisch, auf französisch, auf spanisch, auf italienisch, auf deutsch, auf latein, auf russisch, artikel von, binär, hexadezimal, römische zahl, römischen zahlen, hauptzutat, nächste zahl, zahlenfolge, länder, nachbarländer, nachbarstaaten, nachbarn, grenzt, bundesländer, kantone, planeten, kontinente, ozeane, monate, farben, grundfarben, elemente, präsidenten, flüsse, städte, weltwunder, sprachen, fluss, berg, see, land, stadt, planet, zeitkomplexität, laufzeit, einheit, tierkreiszeichen, vokale, jahreszeiten, wochentage, gleichung, lösung, lösungen
    fr orthographe, gentilé, singulier, comparatif, genre de, date limite, capitale, population, nom de, nom du, noms, nombre de, somme, produit de, racine carrée, pourcentage, moyenne, probabilité, aire, surface, périmètre, volume, rayon, diamètre, angle, dérivée, intégrale, limite de, valeur, résultat, affiche, sortie, distance, hauteur, longueur, poids, masse, âge, vitesse, profondeur, largeur, taille, température, point d'ébullition, point de fusion, numéro atomique, symbole, symbole chimique, formule, formule chimique, densité, monnaie, langue officielle, langue, fuseau horaire, code postal, indicatif, date de naissance, lieu de naissance, année, auteur, inventeur, fondateur, réalisateur, compositeur, peintre, pdg, président, présidente, roi, reine, premier ministre, maire, pape, chancelier, secrétaire général, champion, membres, pays, synonyme, antonyme, contraire, pluriel, féminin de, participe passé, passé simple, sigle, acronyme, abréviation, signifie le sigle, en anglais, en espagnol, en allemand, en italien, en binaire, chiffres romains, ingrédient principal, nombre suivant, suite, planètes, planète, continents, océans, mois, départements, régions, couleurs, couleurs primaires, éléments, présidents, fleuve, fleuves, rivière, villes, ville, montagne, sommet, langues, merveilles, lettres, voyelles, complexité temporelle, unité, équation, solution, solutions, s'appelle, appelle-t-on, se nomme
    es gentilicio, ortografía, singular, comparativo, género de, fecha límite, colectivo, capital, población, habitantes, nombre de, nombre del, nombres de, número de, suma, producto de, raíz cuadrada, porcentaje, promedio, media de, probabilidad, área, perímetro, volumen, radio, diámetro, ángulo, derivada, integral, límite de, valor, resultado, salida, imprime, distancia, altura, longitud, peso, masa, edad, velocidad, profundidad, anchura, tamaño, temperatura, punto de ebullición, punto de fusión, número atómico, símbolo, símbolo químico, fórmula, fórmula química, densidad, moneda, idioma oficial, idioma, lengua oficial, huso horario, zona horaria, código postal, prefijo, fecha de nacimiento, fecha, lugar de nacimiento, año, autor, autora, inventor, fundador, director, compositor, pintor, presidente, presidenta, rey, reina, primer ministro, alcalde, papa, campeón, miembros, países, país, sinónimo, antónimo, contrario, plural, femenino de, participio, pretérito, siglas, sigla, acrónimo, abreviatura, en inglés, en francés, en alemán, en italiano, en binario, números romanos, ingrediente principal, siguiente número, sucesión, planetas, planeta, continentes, océanos, meses, provincias, comunidades autónomas, colores, elementos, presidentes, ríos, río, ciudades, ciudad, montaña, idiomas, maravillas, letras, vocales, complejidad temporal, unidad, ecuación, solución, soluciones, se llama, se llaman
    it ortografia, singolare, comparativo, genere di, scadenza, capitale, popolazione, abitanti, nome di, nome del, nome della, nomi, numero di, somma, prodotto di, radice quadrata, percentuale, media, probabilità, area, perimetro, volume, raggio, diametro, angolo, derivata, integrale, limite di, valore, risultato, stampa, distanza, altezza, lunghezza, peso, massa, età, velocità, profondità, temperatura, punto di ebollizione, punto di fusione, numero atomico, simbolo, simbolo chimico, formula, formula chimica, densità, moneta, valuta, lingua ufficiale, lingua, fuso orario, cap di, prefisso, data di nascita, data, luogo di nascita, anno, autore, autrice, inventore, fondatore, regista, compositore, pittore, presidente, re, regina, primo ministro, sindaco, papa, campione, membri, paesi, paese, sinonimo, contrario, plurale, femminile di, participio passato, passato remoto, sigla, acronimo, abbreviazione, in inglese, in francese, in tedesco, in spagnolo, in binario, numeri romani, ingrediente principale, numero successivo, pianeti, pianeta, continenti, oceani, mesi, regioni, province, colori, elementi, presidenti, fiumi, fiume, città, montagna, monte, lingue, meraviglie, lettere, vocali, unità, equazione, soluzione, soluzioni, si chiama
    pt coletivo, gentílico, ortografia, singular, gênero de, prazo, capital, população, habitantes, nome do, nome da, nome de, nomes, número de, soma, produto de, raiz quadrada, porcentagem, percentagem, média, probabilidade, área, perímetro, volume, raio, diâmetro, ângulo, derivada, integral, limite de, valor, resultado, saída, imprime, distância, altura, comprimento, peso, massa, idade, velocidade, profundidade, tamanho, temperatura, ponto de ebulição, ponto de fusão, número atômico, símbolo, símbolo químico, fórmula, fórmula química, densidade, moeda, língua oficial, idioma oficial, idioma, fuso horário, cep, data de nascimento, data, local de nascimento, ano, autor, autora, inventor, fundador, diretor, compositor, pintor, presidente, rei, rainha, primeiro-ministro, primeiro ministro, prefeito, papa, campeão, membros, países, país, sinônimo, antônimo, contrário, plural, feminino de, particípio, sigla, siglas, acrônimo, abreviação, em inglês, em francês, em espanhol, em binário, algarismos romanos, números romanos, ingrediente principal, próximo número, sequência, planetas, planeta, continentes, oceanos, meses, estados, cores, elementos, presidentes, rios, rio, cidades, cidade, montanha, idiomas, línguas, maravilhas, letras, vogais, alternativa correta, unidade, equação, solução, soluções, se chama
    nl spelling, enkelvoud, vergrotende trap, geslacht van, hoofdstad, inwoners, bevolking, naam van, namen, aantal, som van, product van, vierkantswortel, wortel, percentage, procent, gemiddelde, kans, oppervlakte, omtrek, volume, inhoud van, straal, diameter, hoek, afgeleide, integraal, limiet, waarde, uitvoer, uitkomst, afstand, hoogte, lengte van, gewicht, massa, leeftijd, snelheid, diepte, breedte, temperatuur, kookpunt, smeltpunt, vriespunt, atoomnummer, symbool, chemische symbool, chemische formule, formule, dichtheid, munteenheid, valuta, officiële taal, taal, tijdzone, postcode, netnummer, geboortedatum, geboorteplaats, datum, jaar, auteur, schrijver, uitvinder, oprichter, regisseur, componist, schilder, president, koning, koningin, premier, minister-president, burgemeester, paus, kampioen, leden, lidstaten, landen, land, synoniem, antoniem, tegenovergestelde, tegengestelde, meervoud, verleden tijd, voltooid deelwoord, afkorting, staat de afkorting, in het engels, in het frans, in het duits, in het spaans, binair, romeinse cijfers, hoofdbestanddeel, volgende getal, planeten, planeet, continenten, oceanen, maanden, provincies, kleuren, elementen, presidenten, rivieren, rivier, steden, stad, berg, buurlanden, talen, wereldwonderen, klinkers, eenheid, vergelijking, oplossing
    pl pisownia, liczba pojedyncza, dopełniacz, termin oddania, stolica, stolicą, stolicę, ludność, liczba ludności, mieszkańców, nazwa, nazwę, nazwy, imię, liczba, suma, iloczyn, pierwiastek, procent, średnia, prawdopodobieństwo, pole, obwód, objętość, promień, średnica, kąt, pochodna, całka, granica ciągu, wartość, wynik, wypisze, odległość, wysokość, długość, waga, masa, wiek, prędkość, głębokość, temperatura, temperatura wrzenia, liczba atomowa, symbol, symbol chemiczny, wzór, wzór chemiczny, gęstość, waluta, język urzędowy, strefa czasowa, kod pocztowy, data urodzenia, data, miejsce urodzenia, rok, autor, autorem, autorka, wynalazca, założyciel, reżyser, kompozytor, prezydent, prezydentem, król, królem, królowa, premier, premierem, papież, mistrz, członkowie, państwa, kraje, kraj, synonim, antonim, przeciwieństwo, liczba mnoga, czas przeszły, skrót, po angielsku, po niemiecku, po francusku, po hiszpańsku, cyfry rzymskie, główny składnik, następna liczba, planety, planeta, kontynenty, oceany, miesiące, województwa, kolory, pierwiastki, prezydenci, rzeki, rzeka, miasta, miasto, góra, szczyt, języki, jednostka, równanie, rozwiązanie, nazywa
    ru единственное число, родительный падеж, срок сдачи, столица, столицу, столицей, население, численность, название, имя, имена, фамилия, отчество, число, количество, сумма, произведение чисел, квадратный корень, корень из, процент, среднее, вероятность, площадь, периметр, объем, радиус, диаметр, угол, производная, производную, интеграл, предел, значение выражения, результат, выведет, расстояние, высота, длина, вес, масса, возраст, скорость, глубина, ширина, температура, температура кипения, температура плавления, атомный номер, символ, химический символ, формула, химическая формула, плотность, валюта, официальный язык, часовой пояс, индекс, дата рождения, дата, место рождения, год, автор, изобретатель, основатель, режиссер, композитор, художник, президент, король, королева, премьер-министр, царь, император, мэр, папа римский, чемпион, члены, страны, страна, страну, синоним, антоним, противоположность, множественное число, прошедшее время, аббревиатура, расшифровывается, сокращение, по-английски, по-немецки, по-французски, по-испански, на английском, на немецком, римскими цифрами, главный ингредиент, следующее число, планеты, планета, континенты, материки, океаны, месяцы, цвета, элементы, президенты, реки, река, города, город, гора, озеро, языки, чудеса света, единица измерения, уравнение, решение уравнения, называется, зовут, звали
    uk столиця, населення, назва, ім'я, імена, прізвище, число, кількість, сума, корінь, відсоток, площа, периметр, об'єм, радіус, кут, похідна, значення виразу, результат, відстань, висота, довжина, вага, маса, вік, швидкість, глибина, температура, атомний номер, символ, формула, валюта, офіційна мова, дата народження, дата, рік, автор, винахідник, засновник, президент, король, королева, прем'єр-міністр, країни, країна, синонім, антонім, множина, абревіатура, розшифровується, скорочення, англійською, німецькою, планети, планета, континенти, океани, місяці, кольори, річка, річки, міста, місто, гора, області, називається
    tr başkenti, başkent, nüfusu, adı, adları, ismi, sayısı, toplamı, çarpımı, karekökü, yüzdesi, ortalaması, olasılığı, alanı, çevresi, hacmi, yarıçapı, çapı, açısı, türevi, integrali, limiti, değeri, sonucu, çıktısı, uzaklığı, mesafe*, yüksekliği, uzunluğu, ağırlığı, kütlesi, yaşı, hızı, derinliği, sıcaklığı, kaynama noktası, erime noktası, atom numarası, simgesi, sembolü, kimyasal sembolü, formülü, yoğunluğu, para birimi, resmi dili, saat dilimi, posta kodu, doğum tarihi, doğum yeri, yılı, yazarı, mucidi, kurucusu, yönetmeni, bestecisi, cumhurbaşkanı, başkanı, kralı, kraliçesi, başbakanı, üyeleri, ülkeleri, ülkelerini, ülke, eş anlamlısı, zıt anlamlısı, zıttı, çoğulu, açılımı, kısaltması, ingilizcesi, almancası, fransızcası, sonraki sayı, gezegenleri, gezegenlerini, gezegen, kıtaları, okyanusları, ayları, renkleri, elementleri, nehri, nehir, şehri, şehir, dağı, dilleri, denklemi, denklemin, birimi
    ar مفرد, مفرد كلمة, مثنى, مضاد, عاصمة, العاصمة, عدد سكان, سكان, اسم, أسماء, عدد, مجموع, حاصل ضرب, الجذر التربيعي, جذر, نسبة, متوسط, احتمال, مساحة, محيط, حجم, نصف قطر, قطر, زاوية, مشتقة, تكامل, قيمة, ناتج, مسافة, المسافة, ارتفاع, طول, وزن, كتلة, عمر, سرعة, عمق, درجة غليان, درجة حرارة, درجة انصهار, العدد الذري, الرمز, رمز, الرمز الكيميائي, الصيغة الكيميائية, كثافة, عملة, العملة, اللغة الرسمية, لغة, تاريخ ميلاد, مكان ولادة, سنة, عام, مؤلف, مخترع, مؤسس, مخرج, رئيس, ملك, ملكة, رئيس وزراء, أعضاء, دول, الدول, دولة, مرادف, ضد كلمة, عكس كلمة, جمع كلمة, اختصار, بالإنجليزية, بالانجليزية, بالفرنسية, العدد التالي, كواكب, كوكب, قارات, قارة, محيطات, أشهر, ألوان, عناصر, أنهار, نهر, مدينة, مدن, جبل, لغات, وحدة قياس, معادلة, المعادلة, يسمى, تسمى, الأحرف
    ko 수도, 인구, 이름, 개수, 합은, 제곱근, 확률, 평균, 면적, 넓이, 둘레, 부피, 반지름, 미분, 적분, 값은, 값을, 출력, 거리, 높이, 길이, 무게, 질량, 나이, 속도, 깊이, 온도, 끓는점, 녹는점, 원자 번호, 원자번호, 원소 기호, 기호, 화학식, 화폐, 통화, 공용어, 우편번호, 생년월일, 생일, 연도, 저자, 작가, 발명가, 발명한 사람, 만든 사람, 쓴 사람, 창립자, 감독, 작곡가, 대통령, 왕, 총리, 회원국, 국가를, 나라, 동의어, 유의어, 반의어, 반대말, 복수형, 과거형, 약자, 줄임말, 영어로, 일본어로, 한국어로, 중국어로, 다음 숫자, 행성, 대륙, 대양, 강은, 산은, 도시, 언어, 방정식, 정답, 단위, 몇 번
    zh 首都, 人口, 名字, 名称, 数量, 之和, 平方根, 概率, 平均, 面积, 周长, 体积, 半径, 直径, 导数, 积分, 极限, 的值, 输出, 结果是多少, 距离, 高度, 长度, 重量, 质量数, 年龄, 速度, 深度, 温度, 沸点, 熔点, 原子序数, 化学符号, 元素符号, 符号, 化学式, 分子式, 公式, 密度, 货币, 官方语言, 时区, 邮编, 邮政编码, 区号, 生日, 出生日期, 出生地, 年份, 作者, 发明者, 发明人, 创始人, 导演, 作曲家, 总统, 主席, 国王, 女王, 总理, 首相, 成员国, 国家, 近义词, 同义词, 反义词, 复数, 过去式, 缩写, 全称, 简称, 用英语怎么说, 英语怎么说, 英文怎么说, 怎么说, 等于, 下一个数, 行星, 大洲, 大洋, 省份, 颜色, 元素, 河, 山, 城市, 语言, 方程, 单位, 叫什么, 首府, 国旗, 国歌
    ja 首都, 人口, 名前, 名称, 個数, 合計, 平方根, 確率, 平均, 面積, 周の長さ, 体積, 半径, 直径, 微分, 積分, 極限, 値を, 値は, 出力, 距離, 高さ, 長さ, 重さ, 質量, 年齢, 速さ, 速度, 深さ, 温度, 沸点, 融点, 原子番号, 元素記号, 記号, 化学式, 密度, 通貨, 公用語, 郵便番号, 生年月日, 誕生日, 出身地, 年号, 作者, 著者, 発明者, 創業者, 創設者, 監督, 作曲者, 大統領, 国王, 女王, 首相, 総理大臣, 加盟国, 国を, 同義語, 類義語, 対義語, 反対語, 複数形, 過去形, 略, 英語で, フランス語で, 中国語で, 日本語で, 次の数, 惑星, 大陸, 海洋, 都道府県, 色, 元素, 川, 山は, 都市, 言語, 方程式, 単位, 県庁所在地
    hi राजधानी, जनसंख्या, नाम, संख्या, क्षेत्रफल, मुद्रा, राष्ट्रपति, प्रधानमंत्री, लेखक, ऊंचाई, ऊँचाई, लंबाई, प्रतीक, सूत्र, गुणा, जोड़, घटा, राष्ट्रीय पशु, राष्ट्रीय पक्षी, देश, नदी, पूरा नाम, विलोम, पर्यायवाची
    sv huvudstad, huvudstaden, befolkning, invånare, namn, namnet, antal, summan, produkten av, kvadratroten, procent, medelvärde, sannolikheten, area, omkrets, volym, radie, diameter, vinkel, derivatan, integralen, värdet, resultat, avstånd, avståndet, höjd, längd, vikt, massa, ålder, hastighet, djup, temperatur, kokpunkt, smältpunkt, atomnummer, symbol, kemiska symbolen, formel, kemisk formel, valuta, officiella språket, postnummer, födelsedatum, årtal, författare, författaren, uppfinnare, grundare, president, kung, drottning, statsminister, medlemmar, länder, land, synonym, antonym, motsatsen, plural, förkortning, står för, på engelska, på tyska, på franska, nästa tal, planeter, planet, kontinenter, oceaner, månader, landskap, färger, flod, floder, stad, städer, berg, enhet, ekvation, gånger, delat med`,
  /** One thing of its kind is asked for. */
  superlative: `
    en largest, biggest, smallest, tallest, highest, longest, shortest, deepest, oldest, youngest, fastest, slowest, heaviest, lightest, hottest, coldest, brightest, closest, nearest, farthest, furthest, richest, lowest, widest, most populous, most common, most abundant, most spoken, most moons, first, last, second largest, third largest, only country, only planet, hardest, densest, current, newest, latest
    de größte, größter, größtes, größten, kleinste, kleinster, kleinstes, kleinsten, höchste, höchster, höchsten, längste, längster, längsten, kürzeste, tiefste, älteste, jüngste, schnellste, schwerste, leichteste, heißeste, kälteste, nächste, häufigste, erste, erster, ersten, letzte, letzter, aktuelle, aktueller, bevölkerungsreichste, reichste, härteste
    fr le plus long, le plus grand, la plus grande, le plus petit, la plus petite, le plus haut, la plus haute, la plus longue, le plus profond, le plus vieux, le plus rapide, le plus lourd, le plus peuplé, premier, première, dernier, dernière, actuel, actuelle, le plus proche, le plus chaud, le plus froid, les plus grands
    es más largo, más larga, más grande, mayor, menor, más pequeño, más pequeña, más alto, más alta, más profundo, más antiguo, más antigua, más rápido, más pesado, más poblado, primer, primera, primero, último, última, actual, más cercano, más abundante
    it più lungo, più lunga, più grande, più piccolo, più piccola, più alto, più alta, più profondo, più antico, più antica, più veloce, più pesante, più popoloso, maggiore, primo, prima donna, ultimo, attuale, più vicino, più freddo, più caldo
    pt maior, menor, mais longo, mais longa, mais alto, mais alta, mais profundo, mais antigo, mais antiga, mais rápido, mais pesado, mais populoso, primeiro, primeira, último, última, atual, mais próximo, mais comprido, mais frio
    nl grootste, kleinste, hoogste, langste, kortste, diepste, oudste, jongste, snelste, zwaarste, eerste, laatste, huidige, dichtstbijzijnde, warmste, koudste
    pl największy, największa, największe, najmniejszy, najmniejsza, najwyższy, najwyższa, najdłuższy, najdłuższa, najgłębsze, najgłębszy, najstarszy, najstarsze, najszybszy, najszybsze, najcięższy, pierwszy, pierwsza, pierwszym, ostatni, obecny, aktualny, najbliższa, najludniejszy
    ru самый большой, самая большая, самое большое, самая длинная, самый длинный, самый высокий, самая высокая, самое глубокое, самый глубокий, самый маленький, самая маленькая, самый старый, самый быстрый, самое быстрое, самый тяжелый, крупнейший, крупнейшая, крупнейший, первый, первая, первым, последний, нынешний, ближайшая, наибольший
    uk найбільший, найбільша, найбільше, найдовша, найдовший, найвищий, найвища, найглибше, найменша, найменший, найстаріший, найшвидший, перший, перша, останній, нинішній
    tr en büyük, en küçük, en uzun, en yüksek, en derin, en eski, en hızlı, en ağır, en kalabalık, ilk, son, şu anki, en yakın, en sıcak, en soğuk
    ar أطول, اطول, أكبر, اكبر, أصغر, اصغر, أعلى, اعلى, أعمق, أقدم, أسرع, أثقل, أول, اول, آخر, الحالي, أقرب
    ko 가장 긴, 가장 큰, 가장 작은, 가장 높은, 가장 깊은, 가장 오래된, 가장 빠른, 가장 무거운, 제일 높은, 제일 긴, 제일 큰, 최초, 첫 번째, 마지막, 현재, 가장 가까운, 가장 많은
    zh 最长, 最大, 最小, 最高, 最深, 最古老, 最快, 最重, 最多, 第一个, 第一位, 第一任, 首任, 最后, 现任, 最近的, 最短, 最低
    ja 最も長い, 最も大きい, 最大の, 最小の, 最も高い, 一番長い, 一番高い, 一番大きい, 一番小さい, 一番深い, 一番速い, 最も深い, 最も速い, 最古の, 最初の, 初代, 最後の, 現在の, 一番近い, 一番多い, 最も人口
    hi सबसे बड़ा, सबसे बड़ी, सबसे लंबी, सबसे लंबा, सबसे ऊंचा, सबसे ऊँचा, सबसे छोटा, पहला, पहली, पहले, प्रथम
    sv största, minsta, högsta, längsta, kortaste, djupaste, äldsta, yngsta, snabbaste, tyngsta, första, sista, nuvarande, närmaste`,
  /** Opens a question that is answered by yes or no. */
  yesNo: `
    en is, are, was, were, do, does, did, has, have, had, can, could, will, am, is it true, true that, isn't, aren't, doesn't, didn't, wasn't
    de ist, sind, war, waren, hat, haben, hatte, kann, können, gibt es, stimmt es, ist es wahr, gehört, liegt, grenzt, wurde, wird, darf
    fr est-ce que, est-ce qu'*, est-il vrai, est-ce vrai, est-ce, a-t-il, existe-t-il, y a-t-il, est-il, est-elle, sont-ils, sont-elles, peut-il, ont-ils, ont-elles
    es es, son, fue, fueron, es verdad, es cierto, tiene, tienen, está, están, existe, hay, puede, pueden, ha, ganó
    it è vero, è, sono, era, ha, hanno, esiste, c'è, può, possono
    pt é verdade, é, são, foi, tem, têm, existe, há, pode, podem, está, fica
    nl is, zijn, was, waren, heeft, hebben, kan, kunnen, is het waar, klopt het, ligt, bestaat
    pl czy
    ru правда ли, верно ли, является ли, есть ли, ли, может ли, существует ли, входит ли
    uk чи, правда що, чи правда
    tr mi, mı, mu, mü, midir, mıdır, mudur, müdür, doğru mu
    ar هل
    ko 인가요, 인가, 입니까, 나요, 습니까, 맞나요, 맞아, 일까
    zh 吗, 是不是, 是否, 对吗, 对不对
    ja ですか, ますか, でしょうか
    hi क्या
    sv är det sant, är, har, kan, finns, ligger, var, stämmer det`,
  /** Makes a yes-or-no question one of plain fact. */
  fact: `
    en dutch, german, french, italian, spanish, greek, polish, russian, british, american, irish, austrian, swiss, danish, swedish, chinese, japanese, a doctor, by birth, eu, european union, eurozone, nato, schengen, periodic table, north or south, east or west, prime, prime number, even number, odd number, divisible, multiple of, perfect square, rational number, integer, mammal, mammals, reptile, amphibian, match an, match the, compile, return, returns, mutate, modify the, throw an, support, valid json, valid, glands, paws, gills, feathers, lungs, stomachs, blood type, contain, lay eggs, live in, fish, bird, birds, insect, insects, arachnid, marsupial, rodent, vertebrate, invertebrate, bones, fly, lay eggs, fruit, vegetable, berry, nut, planet, star, moon, galaxy, older than, larger than, bigger than, smaller than, heavier than, lighter than, taller than, longer than, faster than, closer to, north of, south of, east of, west of, border, borders, capital, official language, country, countries, continent, island, member of, part of, located in, located, metal, gas, element, liquid, acid, base, compound, noble gas, born, born in, died, won, win the, invented, discovered, discover, wrote, painted, directed, founded, built, signed, nobel prize, oscar, world cup, rectangles, squares, triangle, triangles, polygon, parallelogram, highest, largest, longest, biggest, smallest, tallest, deepest, made of, boil, boils, freeze, freezes, float, orbit, orbits, revolve, revolves, rotate, rotates, visible from, legs, hearts, eyes, teeth, wings, egyptian, roman, king of, queen of, palindrome, anagram, leap year, vowel, noun, verb, adjective, adverb, synonym, grammatically correct, correct english, statically typed, compiled, turing complete, case sensitive, open source, keyword in, immutable, zero-indexed, carnivore, herbivore, nocturnal, extinct, cold-blooded, warm-blooded, poisonous, equator, hemisphere, landlocked, monarchy, republic, currency
    de eu, europäischen union, eurozone, nato, schengen, primzahl, gerade zahl, ungerade zahl, teilbar, quadratzahl, säugetier, säugetiere, reptil, amphibie, fisch, fische, vogel, vögel, insekt, insekten, spinnentier, obst, gemüse, beere, planet, stern, mond, größer als, älter als, kleiner als, schwerer als, länger als, höher als, schneller als, grenze, grenzt, hauptstadt, amtssprache, land, kontinent, insel, mitglied, teil von, metall, gas, element, flüssig, säure, geboren, gestorben, gewonnen, erfunden, entdeckt, geschrieben, gemalt, gegründet, nobelpreis, weltmeister, rechteck, rechtecke, quadrat, dreieck, höchste, größte, längste, kleinste, erste, schaltjahr, palindrom, substantiv, verb, adjektiv, fliegen, eier, sonne, erde, beine, herzen, knochen, ausgestorben
    fr ue, union européenne, zone euro, otan, grand-duché, royaume, république, monarchie, nombre premier, premier, nombre pair, pair, impair, divisible, carré parfait, mammifère, mammifères, reptile, poisson, oiseau, insecte, fruit, légume, baie, planète, étoile, lune, plus grand que, plus grande que, plus vieux que, plus lourd que, plus long que, plus petit que, frontière, capitale, langue officielle, pays, continent, île, membre, fait partie, métal, gaz, élément, liquide, acide, né, née, mort, gagné, remporté, inventé, découvert, écrit, peint, fondé, prix nobel, coupe du monde, rectangle, carré, triangle, le plus haut, la plus haute, le plus grand, le plus long, bissextile, palindrome, verbe, adjectif, voler, oeufs, tourne autour, soleil, terre, os
    es unión europea, eurozona, otan, norte o, república, monarquía, número primo, primo, par, impar, divisible, cuadrado perfecto, mamífero, mamíferos, reptil, anfibio, pez, peces, ave, aves, insecto, insectos, fruta, verdura, baya, planeta, estrella, luna, más grande que, mayor que, menor que, más pesado que, más largo que, más antiguo que, frontera, capital, idioma oficial, país, continente, isla, miembro, parte de, metal, gas, elemento, líquido, ácido, nació, murió, ganó, inventó, descubrió, escribió, pintó, fundó, premio nobel, mundial, rectángulo, cuadrado, triángulo, más alto, más largo, más grande, bisiesto, palíndromo, verbo, adjetivo, volar, huevos, sol, tierra, huesos
    it unione europea, eurozona, nato, repubblica, monarchia, numero primo, primo, pari, dispari, divisibile, quadrato perfetto, mammifero, mammiferi, rettile, anfibio, pesce, uccello, insetto, frutto, verdura, bacca, pianeta, stella, luna, più grande di, maggiore di, più vecchio di, più pesante di, più lungo di, confina, capitale, lingua ufficiale, paese, continente, isola, membro, parte di, metallo, gas, elemento, liquido, acido, nato, nata, morto, vinto, inventato, scoperto, scritto, dipinto, fondato, premio nobel, mondiale, rettangolo, quadrato, triangolo, più alto, più lungo, bisestile, palindromo, verbo, aggettivo, volare, uova, sole, terra, ossa
    pt união europeia, zona do euro, otan, ao norte, ao sul, república, monarquia, número primo, primo, par, ímpar, divisível, quadrado perfeito, mamífero, mamíferos, réptil, anfíbio, peixe, ave, pássaro, inseto, fruta, legume, baga, planeta, estrela, lua, maior que, menor que, mais velho que, mais pesado que, mais longo que, fronteira, capital, língua oficial, país, continente, ilha, membro, parte de, metal, gás, elemento, líquido, ácido, nasceu, morreu, ganhou, inventou, descobriu, escreveu, pintou, fundou, prêmio nobel, copa do mundo, retângulo, quadrado, triângulo, mais alto, mais longo, bissexto, palíndromo, verbo, adjetivo, voar, ovos, sol, terra, ossos
    nl eu, europese unie, eurozone, navo, republiek, koninkrijk, priemgetal, even getal, oneven, deelbaar, kwadraat, zoogdier, zoogdieren, reptiel, amfibie, vis, vissen, vogel, vogels, insect, insecten, fruit, groente, bes, planeet, ster, maan, groter dan, ouder dan, zwaarder dan, langer dan, hoger dan, kleiner dan, grens, grenst, hoofdstad, officiële taal, land, continent, eiland, lid van, deel van, metaal, gas, element, vloeistof, zuur, geboren, gestorven, gewonnen, uitgevonden, ontdekt, geschreven, geschilderd, nobelprijs, rechthoek, vierkant, driehoek, hoogste, grootste, langste, schrikkeljaar, palindroom, werkwoord, vliegen, eieren, zon, aarde, botten
    pl liczba pierwsza, liczbą pierwszą, parzysta, nieparzysta, podzielna, ssakiem, ssak, ssaki, gadem, płazem, rybą, ryba, ptakiem, ptak, owadem, owad, owocem, owoc, warzywem, warzywo, planetą, planeta, gwiazdą, gwiazda, księżyc, większy niż, większa niż, starszy niż, cięższy niż, dłuższa niż, granicę, graniczy, stolicą, stolica, językiem urzędowym, kraj, kontynent, kontynentem, wyspą, członkiem, częścią, metalem, metal, gazem, pierwiastkiem, kwasem, urodził, urodziła, umarł, zmarł, wygrała, wygrał, wynalazł, odkrył, napisał, namalował, nobla, prostokątem, kwadratem, trójkąt, najwyższą, najwyższy, największy, najdłuższą, przestępny, palindromem, latać, jaja, słońce, ziemia
    ru простым числом, простое число, четным, четное, нечетное, делится, млекопитающее, млекопитающим, млекопитающие, рептилия, рыба, рыбой, птица, птицей, насекомое, насекомым, фрукт, фруктом, овощ, овощем, ягода, ягодой, планета, планетой, звезда, звездой, луна, больше чем, старше чем, тяжелее, длиннее, граничит, столица, столицей, официальный язык, страна, континент, остров, член, входит в, часть, металл, металлом, газ, элемент, кислота, родился, родилась, умер, выиграл, выиграла, изобрел, открыл, написал, нобелевск*, прямоугольник*, квадрат*, треугольник, самая высокая, самый большой, самая длинная, високосн*, палиндром, летать, яйца, вращается, солнце, земля
    uk простим числом, парне, ділиться, ссавцем, ссавець, рептилія, риба, рибою, птах, птахом, комаха, комахою, фрукт, фруктом, овоч, овочем, ягода, планета, планетою, зірка, зіркою, місяць, більше ніж, старший, межує, столиця, столицею, офіційна мова, країна, континент, острів, член, входить, металом, метал, газ, народився, помер, виграв, винайшов, написав, нобелівськ*, квадрат, найвища, найбільший, найдовша, обертається, сонце, землі
    tr asal sayı, asal, çift sayı, tek sayı, bölünür, bölünebilir, tam kare, memeli, sürüngen, balık, kuş, böcek, meyve, sebze, gezegen, yıldız, yıldızdır, uydu, daha büyük, daha eski, daha uzun, daha ağır, komşu, sınırı, başkenti, resmi dili, ülke, kıta, ada, üyesi, parçası, metal, gaz, element, asit, doğdu, öldü, kazandı, icat, keşfetti, yazdı, nobel, dikdörtgen, kare, üçgen, en yüksek, en büyük, en uzun, artık yıl, uçabilir, yumurt*, güneş, dünya'nın
    ar عدد أولي, أولي, زوجي, فردي, يقبل القسمة, الثدييات, ثدييات, زواحف, سمك, سمكة, طائر, طيور, حشرة, حشرات, فاكهة, خضار, كوكب, نجم, قمر, أكبر من, أقدم من, أثقل من, أطول من, حدود, عاصمة, اللغة الرسمية, دولة, قارة, جزيرة, عضو, جزء من, معدن, غاز, عنصر, حمض, ولد, توفي, فاز, فازت, اخترع, اكتشف, كتب, نوبل, مستطيل, مربع, مثلث, أعلى, أكبر, أطول, سنة كبيسة, يطير, بيض, تدور, الشمس, الأرض
    ko 소수, 짝수, 홀수, 나누어, 배수, 포유류, 파충류, 양서류, 물고기, 어류, 새인, 조류, 곤충, 과일, 채소, 행성, 별인, 항성, 위성, 보다 큰, 보다 크, 보다 무거, 보다 오래, 국경, 수도, 공용어, 국가인, 대륙, 섬인, 회원국, 일부인, 금속, 기체, 원소, 액체, 태어났, 죽었, 우승, 발명, 발견했, 노벨상, 직사각형, 정사각형, 삼각형, 가장 높은, 가장 큰, 가장 긴, 윤년, 날 수 있, 알을 낳, 태양, 지구
    zh 质数, 素数, 偶数, 奇数, 整除, 倍数, 平方数, 哺乳动物, 爬行动物, 两栖动物, 鱼类, 鸟类, 昆虫, 水果, 蔬菜, 浆果, 行星, 恒星, 卫星, 比, 接壤, 首都, 官方语言, 国家, 大洲, 岛屿, 成员, 属于, 一部分, 金属, 气体, 元素, 液体, 出生, 去世, 获得, 赢得, 发明, 发现, 诺贝尔, 长方形, 正方形, 三角形, 最高, 最大, 最长, 闰年, 会飞, 下蛋, 卵生, 太阳, 地球
    ja 素数, 偶数, 奇数, 割り切れ, 倍数, 哺乳類, 爬虫類, 両生類, 魚類, 魚です, 鳥類, 鳥です, 昆虫, 果物, 野菜, 惑星, 恒星, 衛星, より大き, より高, より重, より古, より長, 国境, 首都, 公用語, 国です, 大陸, 島です, 加盟, 一部です, 金属, 気体, 元素, 液体, 生まれ, 亡くな, 優勝, 受賞, 発明, 発見し, ノーベル, 長方形, 正方形, 三角形, 一番高い, 最も高い, 最大, 最長, 閏年, うるう年, 飛べ, 卵を, 太陽, 地球
    hi स्तनधारी, अभाज्य, सम संख्या, ग्रह, तारा, राजधानी, देश, धातु, मछली, पक्षी, फल, सब्जी, नोबेल, सबसे
    sv primtal, jämnt tal, udda, delbart, däggdjur, reptil, fisk, fågel, insekt, frukt, grönsak, bär, planet, stjärna, måne, större än, äldre än, tyngre än, längre än, gränsar, huvudstad, officiellt språk, land, kontinent, ö, medlem, del av, metall, gas, grundämne, född, dog, vunnit, vann, uppfann, upptäckte, skrev, nobelpris, rektangel, kvadrat, triangel, högsta, största, längsta, skottår, flyga, ägg, solen, jorden`,
  /** Something is to be calculated or determined. */
  compute: `
    en solve, calculate, compute, factor, factorize, factorise, differentiate, integrate, simplify, determine, find, evaluate, round, convert, estimate, add up, multiply, divide, subtract, sort, order, arrange, put, rank, odd one out, count, state, evaluate, fill in, fill in the blank, fill in the blanks, fill the gap, complete, choose, pick, select, guess, decode, decrypt, unscramble, match, expand
    de berechne, berechnen, rechne, löse, lösen, bestimme, bestimmen, vereinfache, faktorisiere, leite, integriere, runde, wandle, rechne um, multipliziere, addiere, sortiere, ergänze, vervollständige, wähle, finde, ermittle, zähle
    fr calcule, calculez, calculer, résous, résoudre, résolvez, détermine, déterminez, simplifie, factorise, dérive, intègre, arrondis, convertis, convertir, multiplie, additionne, trie, range, complète, complétez, choisis, choisissez, trouve, trouvez
    es calcula, calcular, calcule, resuelve, resolver, resuelva, determina, determine, simplifica, factoriza, deriva, integra, redondea, convierte, convertir, multiplica, suma, ordena, completa, complete, elige, elija, encuentra, halla, hallar
    it calcola, calcolare, risolvi, risolvere, determina, semplifica, scomponi, deriva, integra, arrotonda, converti, convertire, moltiplica, somma, ordina, completa, scegli, trova
    pt calcule, calcular, calcula, resolva, resolver, resolve, determine, simplifique, fatore, derive, integre, arredonde, converta, converter, multiplique, some, ordene, complete, escolha, encontre, ache
    nl bereken, berekenen, los op, bepaal, vereenvoudig, ontbind, differentieer, integreer, rond af, reken om, zet om, vermenigvuldig, tel op, sorteer, vul aan, vul in, kies, zoek, vind
    pl oblicz, obliczyć, policz, rozwiąż, rozwiązać, wyznacz, uprość, zróżniczkuj, zaokrąglij, przelicz, zamień, pomnóż, dodaj, posortuj, uporządkuj, uzupełnij, wybierz, znajdź, podaj
    ru вычисли, вычислите, посчитай, посчитайте, рассчитай, рассчитайте, реши, решите, решить, найди, найдите, определи, определите, упрости, округли, переведи, умножь, сложи, отсортируй, расположи, заполни, выбери, выберите, назови, назовите, укажи, укажите
    uk обчисли, обчисліть, порахуй, розв'яжи, розв'яжіть, знайди, знайдіть, визнач, визначте, спрости, округли, відсортуй, вибери, виберіть, вкажіть
    tr !hesapla, !hesaplayın, !hesaplayınız, !çöz, !çözün, !çözünüz, !bul, !bulun, !bulunuz, sadeleştir, yuvarla, çarp, topla, sırala, sıralayın, seç, seçin, doldur
    ar احسب, احسبي, حل, حل المعادلة, أوجد, اوجد, جد, حدد, بسط, قرب, اضرب, اجمع, رتب, أكمل, اكمل, اختر, املأ
    ko !계산해, !계산하, !푸세요, !풀어, !푸시오, !구하시오, !구하세요, !구해, 간단히 하, 인수분해, 반올림, 더하, 더하기, 곱하기, 빼기, 나누기, 정렬, 나열, 고르, 골라, 빈칸, 맞는 것, 옳은 것, 찾아
    zh 计算, 求出, 求解, 求值, 解方程, 解不等式, 化简, 因式分解, 求导, 四舍五入, 换算, 乘以, 加上, 减去, 除以, 排序, 排列, 选择, 选出, 填空, 下列, 等于, 找出
    ja !計算して, !解いて, !解け, !解きなさい, !求めよ, !求めて, !求めなさい, 因数分解, 微分, 積分, 四捨五入, 換算, 並べ, 選べ, 選んで, 選びなさい, 穴埋め, 空欄, 答えなさい, 当てはまる
    hi !हल करें, !हल करो, गणना, ज्ञात, गुणा, जोड़ो
    sv beräkna, räkna ut, lös, bestäm, förenkla, derivera, integrera, avrunda, omvandla, multiplicera, addera, sortera, ordna, fyll i, välj, hitta`,
  /** Things are to be listed: closed if they are few and known. */
  list: `
    en list, name, enumerate, give the names, state the names, mention, which are the
    de nenne, nenn, nennen, zähle, zähl, liste, aufzählen, führe, gib
    fr cite, citez, citer, énumère, énumérez, liste, listez, nomme, nommez, donne les noms
    es nombra, nombrar, nombre, enumera, enumerar, lista, cita, menciona, di los, haz una lista de los
    it elenca, elencare, nomina, cita, indica, dimmi i nomi
    pt liste, listar, cite, enumere, nomeie, diga os, mencione, quais
    nl noem, noemen, geef de namen, lijst
    pl wymień, wymienić, wylicz, podaj, nazwij
    ru перечисли, перечислите, назови, назовите, список
    uk перелічи, перелічіть, назви, назвіть, перерахуй
    tr !say, !sayın, !sırala, !listele, !listeleyin, !sayar mısın
    ar اذكر, اذكري, عدد, عدّد, سم, اسرد
    ko !나열, !열거, 말해 보세요, 대세요
    zh 列出, 列举, 说出, 写出
    ja !挙げて, !列挙, !挙げなさい
    hi सूची, नाम बताओ, नाम बताइए, नाम लिखो
    sv nämn, lista, räkna upp, ange`,
  /** Says that the answer is one word, number or letter. */
  shortAnswer: `
    en positive or negative, positive/negative, positive/negative/neutral, spam or not, spam or ham, odd one out, in one word, one word, one-word, single word, in a word, single letter, one letter, just the letter, only the letter, just the number, only the number, just a number, single number, just the name, only the name, just the answer, only the answer, just the solution, just the solutions, only the solution, only the solutions, just the result, only the result, just the year, only the year, just the date, only the date, just the big o, just the value, final answer only, just tell me the number, answer with a number, as a number, nothing but the number, answer with the letter, correct option, the correct answer, one name, just one name, with the letter, letter only, number only
    de nur mit dem buchstaben, nur mit der zahl, in einem wort, ein wort, mit einem wort, nur ein wort, nur die zahl, nur eine zahl, nur den buchstaben, nur der buchstabe, nur den namen, nur die antwort, nur die lösung, nur das ergebnis, nur das jahr, nur das datum, einem einzigen wort
    fr uniquement par la lettre, par la lettre, seulement par la lettre, en un mot, un seul mot, d'un mot, en un seul mot, juste le nombre, seulement le nombre, juste le chiffre, juste la lettre, seulement la lettre, juste le nom, seulement le nom, juste la réponse, seulement la réponse, uniquement la réponse, juste le résultat, uniquement le résultat
    es solo con la letra, sólo con la letra, con la letra, en una palabra, una sola palabra, con una palabra, solo el número, sólo el número, solo la letra, sólo la letra, solo el nombre, sólo el nombre, solo la respuesta, sólo la respuesta, solo el resultado, solo la solución
    it solo con la lettera, con la lettera, in una parola, una sola parola, con una parola, solo il numero, solo la lettera, solo il nome, solo la risposta, solo il risultato, solo la soluzione
    pt só com a letra, apenas com a letra, em uma palavra, numa palavra, uma só palavra, uma palavra, só o número, apenas o número, só a letra, apenas a letra, só o nome, apenas o nome, só a resposta, apenas a resposta, só o resultado, somente o número
    nl alleen met de letter, met de letter, in één woord, in een woord, met één woord, één woord, alleen het getal, alleen de letter, alleen de naam, alleen het antwoord, alleen de uitkomst
    pl tylko literą, jednym słowem, w jednym słowie, jedno słowo, tylko liczba, tylko liczbę, tylko literę, tylko litera, tylko nazwę, tylko odpowiedź, tylko wynik
    ru одним словом, в одном слове, одно слово, только число, только букву, только имя, только ответ, только результат, одной буквой, одним числом
    uk одним словом, тільки число, лише число, тільки відповідь, лише відповідь
    tr tek kelimeyle, tek kelime, tek sözcükle, bir kelimeyle, sadece sayı, sadece harf, sadece cevap, sadece sonucu, sadece sayıyı, sadece ismi
    ar بكلمة واحدة, في كلمة واحدة, كلمة واحدة, الرقم فقط, فقط الرقم, الجواب فقط, الإجابة فقط, الحرف فقط
    ko 한 단어로, 한마디로, 단어 하나로, 숫자만, 답만, 정답만, 글자만, 번호만, 이름만
    zh 用一个词, 一个词, 一个字, 只回答数字, 只要答案, 只写答案, 只给答案, 只说答案, 只回答字母, 只要数字, 仅回答
    ja 一言で, ひとことで, 一語で, 一単語, 数字だけ, 答えだけ, 数字のみ, 答えのみ, 記号で答え, 番号で答え
    hi एक शब्द में, केवल संख्या, सिर्फ उत्तर
    sv med ett ord, i ett ord, ett ord, bara siffran, endast siffran, bara svaret, endast svaret, bara bokstaven`,
  /** Says that the answer is yes or no. */
  yesOrNo: `
    en yes or no, yes/no, y/n, true or false, true/false, right or wrong, t/f, fact or myth, real or fake
    de ja oder nein, ja/nein, wahr oder falsch, richtig oder falsch
    fr oui ou non, vrai ou faux, oui/non
    es sí o no, verdadero o falso, cierto o falso, sí/no
    it sì o no, vero o falso, sì/no
    pt sim ou não, verdadeiro ou falso, certo ou errado, sim/não
    nl ja of nee, waar of niet waar, waar of onwaar, ja/nee, juist of onjuist, goed of fout
    pl tak lub nie, tak czy nie, prawda czy fałsz, prawda lub fałsz, tak/nie
    ru да или нет, верно или неверно, правда или ложь, да/нет
    uk так чи ні, так або ні, правда чи неправда, вірно чи невірно
    tr evet veya hayır, evet ya da hayır, evet mi hayır mı, doğru mu yanlış mı, doğru ya da yanlış
    ar نعم أو لا, بنعم أو لا, نعم أم لا, صح أم خطأ, صح أو خطأ, صواب أم خطأ
    ko 예 또는 아니오, 예/아니오, 참 또는 거짓, 맞으면, 네 아니오, 참인가 거짓, 예 아니오, o/x
    zh 是或否, 是还是否, 对还是错, 对错, 正确还是错误, 是或不是, 真假
    ja はいかいいえ, はい／いいえ, 正しいか間違い, 正しいか正しくない, ○か×, 正誤
    hi हाँ या नहीं, हां या नहीं, सही या गलत
    sv ja eller nej, sant eller falskt, rätt eller fel`,
  /** A word or a phrase is to be said in another language. */
  sayIn: `
    en how do you say, how to say, how would you say, how do i say, what's the word for
    de wie sagt man, was heißt, wie heißt das wort
    fr comment dit-on, comment on dit, comment dire, comment se dit
    es cómo se dice, como se dice, cómo digo
    it come si dice, come dico
    pt como se diz, como digo
    nl hoe zeg je, wat is het woord
    pl jak powiedzieć, jak jest, jak się mówi
    ru как сказать, как будет, как по-английски, как по-немецки, как по-французски, как переводится
    uk як сказати, як буде, як перекладається
    tr nasıl denir, nasıl söylenir, ne denir
    ar كيف تقول, كيف أقول, كيف يقال, ما معنى كلمة
    ko 영어로 뭐, 영어로는, 어떻게 말해, 뭐라고
    zh 怎么说, 怎样说, 用英语怎么说, 英语怎么说, 英文怎么说, 用英文怎么说, 用法语怎么说, 用日语怎么说
    ja 何と言い, 何て言う, 何と言う, どう言い, なんと言
    hi को क्या कहते, क्या कहते
    sv hur säger man, vad heter`,
  /** A number is to be written in another form. */
  numeralForm: `
    en in arabic numerals, as an arabic numeral, arabic numerals, arabic numeral, in words, as words, in letters, as a fraction, as a decimal, as a percentage, as a percent, in digits, as digits, in figures, in numerals, in roman numerals, roman numerals, as a roman numeral, in binary, in hex, in hexadecimal, in scientific notation, in standard form, as a mixed number, in lowest terms, in simplest form, as a product of primes, prime factors
    de in arabischen ziffern, in worten, ausgeschrieben, in buchstaben, als bruch, als dezimalzahl, in ziffern, in römischen zahlen, als römische zahl, in prozent, binär
    fr en chiffres arabes, en toutes lettres, en lettres, en chiffres, en chiffres romains, en fraction, sous forme de fraction, en binaire
    es en números arábigos, en letras, en palabras, en cifras, en números romanos, como fracción, en forma de fracción, en binario, con letras
    it in lettere, a parole, in cifre, in numeri romani, come frazione, sotto forma di frazione, in binario
    pt por extenso, em palavras, em algarismos, em algarismos romanos, em números romanos, como fração, em fração, em binário
    nl in woorden, voluit, in cijfers, in romeinse cijfers, als breuk, als decimaal getal, binair
    pl słownie, słowami, cyframi, cyframi rzymskimi, jako ułamek, w postaci ułamka
    ru словами, прописью, цифрами, римскими цифрами, в виде дроби, в двоичной
    uk словами, прописом, цифрами, римськими цифрами, у вигляді дробу
    tr yazıyla, rakamla, romen rakamıyla, kesir olarak, ondalık olarak
    ar بالحروف, كتابة, بالأرقام, بالكلمات, ككسر
    ko 한글로, 숫자로, 로마 숫자로, 분수로
    zh 用汉字, 大写, 用罗马数字, 写成分数, 用中文写数字, 化成分数
    ja 漢数字で, ひらがなで, ローマ数字で, 分数で
    hi शब्दों में, अंकों में
    sv med bokstäver, i ord, med siffror, med romerska siffror, som bråk`,
  /** What a program, a sign or a sequence comes to, asked for by “what does …”. */
  outcome: `
    en stand for, stands for, short for, abbreviation, print, prints, printed, output, outputs, return, returns, evaluate to, evaluates to, comes next, come next, called, equals, equal, display, log, logged, result
    de steht, steht die abkürzung, gibt dieser code aus, gibt der code aus, gibt dieses programm aus, ausgegeben, kommt als nächstes, kommt heraus, ergibt, auf englisch, auf französisch, auf spanisch, auf italienisch, auf deutsch, auf latein, auf russisch
    fr le sigle, l'acronyme, affiche, renvoie, retourne, s'affiche, vient ensuite, imprime
    es las siglas, la sigla, el acrónimo, imprime, devuelve, muestra, viene después, sigue en la serie
    it la sigla, l'acronimo, stampa, restituisce, viene dopo
    pt a sigla, as siglas, o acrônimo, imprime, retorna, exibe, vem depois, será impresso
    nl de afkorting, staat de afkorting, afdrukken, print, geeft deze code, komt hierna, drukt
    pl skrót, skrótu, wypisze, wyświetli, zwróci, wydrukuje
    ru аббревиатура, сокращение, выведет, напечатает, вернет, возвращает, выводит
    uk абревіатура, скорочення, виведе, поверне, надрукує
    tr açılımı, kısaltması, çıktısı, yazdırır, döndürür, ekrana
    ar الأحرف, اختصار, يطبع, يطبعه, يعيد, ناتج
    ko 약자, 출력, 반환, 줄임말
    zh 缩写, 全称, 输出, 打印, 返回, 等于
    ja の略, 出力, 表示され, 返しますか, 返す値
    hi पूरा नाम, आउटपुट
    sv förkortningen, skrivs ut, skriver, returnerar, står för`,
  /** Something is to be put into one of several classes, or to be found in a given text. */
  classify: `
    en classify, categorize, categorise, label, tag, is this review, sentiment of, sentiment, extract, pull out, find all, list all, identify
    de klassifiziere, ordne, kategorisiere, bestimme die wortart, stimmung, extrahiere, entnimm, entnehme, finde alle, such
    fr classe, classez, classifie, classifiez, catégorise, extrais, extrayez, relève, relevez, repère, repérez, trouve tous
    es clasifica, clasifique, categoriza, extrae, extraiga, saca, señala, identifica
    it classifica, classifichi, categorizza, estrai, individua, trova tutti
    pt classifique, classifica, categorize, extraia, extrai, identifique
    nl classificeer, categoriseer, haal, extraheer
    pl sklasyfikuj, zaklasyfikuj, określ, wypisz, wyodrębnij, ustal, wskaż, znajdź wszystkie
    ru классифицируй, классифицируйте, определи, определите, извлеки, извлеките, выпиши, выпишите
    uk класифікуй, класифікуйте, визнач, визначте, витягни, випиши, випишіть
    tr !sınıflandır, !ayıkla
    ar صنف, صنّف, استخرج, أعرب
    ko !분류해, !추출해, !찾아 줘, !찾아줘
    zh 分类, 判断情感, 情感分析, 提取, 找出
    ja !分類して, !抽出して, !抜き出して
    hi !निकालो
    sv klassificera, plocka ut`,
} as const
