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
