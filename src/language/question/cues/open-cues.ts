/** Words that ask for an explanation, advice, an analysis or a comparison. Each line is a language; `*` stands for any ending. */
export const OPEN_CUES = {
  /** A reason or a manner is asked for. */
  why: `
    en why, how come, how, how to, whats wrong, what's wrong, what is wrong, for what reason, what reason, reasons, reason, rationale
    de warum, wieso, weshalb, weswegen, wie, wozu, aus welchem grund, inwiefern, inwieweit, grund, gründe
    fr pourquoi, comment, en quoi, pour quelle raison, dans quelle mesure, raisons, raison
    es por qué, porqué, cómo, para qué, en qué medida, razones, razón, motivo, motivos
    it perché, come, in che modo, in che misura, per quale motivo, ragioni, motivi, come mai
    pt por que, porque, por quê, porquê, como, de que forma, de que maneira, em que medida, razões, motivos
    nl waarom, hoe, hoezo, waardoor, in hoeverre, op welke manier, redenen, reden
    pl dlaczego, czemu, jak, po co, w jaki sposób, powody, powód, jakim sposobem
    ru почему, зачем, как, отчего, каким образом, причина, по какой причине
    uk чому, навіщо, як, яким чином
    tr neden, niçin, niye, nasıl, ne şekilde, sebebi, sebep*, nedeni, nedenini
    ar لماذا, لم لا, كيف, لمَ, ليش, ازاي, إزاي, كيفية, سبب
    ko 왜, 어떻게, 어째서, 이유, 방법
    zh 为什么, 为何, 为啥, 怎么, 如何, 怎样, 怎么样, 怎么办, 原理, 为什麼, 怎麼
    ja なぜ, どうして, 何故, どうやって, どのように, どうすれば, どうやったら, 方法, 仕組み, 理由, やり方, 落とし方, 作り方, 使い方, の仕方, なんで, どうやれば, どう
    hi क्यों, कैसे, किस तरह
    sv varför, hur, på vilket sätt, hur kommer det sig, anledning*`,
  /** An explanation or an analysis is asked for. */
  explain: `
    en make sense of, who is the most, who are the most, explain, explaining, describe, discuss, compare, contrast, analyze, analyse, tell me about, tell me something, tell me more, tell us about, talk about, talk to me, teach, elaborate, outline, justify, prove, derive, assess, interpret, comment on, reflect on, critique, review, examine, explore, understand, walk me through, give me an idea, illustrate, clarify, define, what do you think, what are your thoughts, thoughts on, your thoughts, your views, you views, your opinion, in your view, introduce, introduction to, an intro to, explanation, explanations, reasoning, show your work, step by step, show that, show why, show how, debate, argue, argument, arguments, convince me, help me understand, i don't get, i dont get, i don't understand, i dont understand, brief me, give feedback, feedback, what happens, what happened, what would happen, what if, what makes, what causes, what caused, what led, what should, what to do, what can, what could, what would, what might, shed light, trace the, account for, investigate, consider, weigh up, unpack, demystify, dive into, guide me, guide to, proof, in detail, advise, recommend, recommendation, recommendations, suggestions, suggestion, any ideas, ideas for, ideas to, what about, what do people, what do experts, is there a way, eli5
    de erkläre, erklär, erklären, erkläre mir, erklärung, erläutere, erläutern, beschreibe, beschreiben, beschreib, diskutiere, erörtere, erörtern, vergleiche, vergleichen, vergleich, analysiere, analysieren, analyse, interpretiere, bewerte, beurteile, beurteilen, begründe, begründung, begründen, beweise, beweis, zeige dass, leite, herleiten, erzähl, erzähle, erzähl mir, was hältst, was halten sie, was denkst, was meinst, deine meinung, ihrer meinung, deiner meinung, definiere, was passiert, was geschieht, was würde, was soll, was sollte, was kann, was könnte, was tun, was wäre wenn, nimm stellung, stelle dar, stell dar, schildere, gib mir einen überblick, verstehe nicht, empfiehl, empfehle, empfehlen, empfehlung, empfehlungen, vorschläge, bring mir, zeig mir wie, hilf mir zu verstehen, schritt für schritt, ausführlich, lösungsweg, rechenweg
    fr explique, expliquer, expliquez, explique-moi, expliquez-moi, m'expliquer, explication, décris, décrivez, décrire, discute, discutez, compare, comparez, comparer, comparaison, analyse, analysez, analyser, interprète, interprétez, évalue, évaluez, justifie, justifiez, justifier, prouve, prouvez, démontre, démontrez, démontrer, parle-moi, parlez-moi, raconte, racontez, raconte-moi, penses-tu, pensez-vous, que penses, que pensez, ton avis, votre avis, définis, définissez, définition, que se passe-t-il, qu'est-ce qui se passe, que se passe, que se passerait, que faire, que dois-je, que peut-on, que puis-je, présente, présentez, recommande, recommandez, recommandes, recommander, conseille, conseilles, conseillez, commente, commentez, aide-moi à comprendre, étape par étape, en détail, expose, montre que, montrez que, argumente
    es explica, explicar, explique, explícame, explicarme, explicación, describe, describir, describa, discute, compara, comparar, compare, comparación, analiza, analizar, analice, interpreta, evalúa, evaluar, justifica, justifique, demuestra, demostrar, háblame, habla de, hable, cuéntame, cuenta la historia, opinas, qué piensas, qué opinas, crees, tu opinión, define, definición, qué pasa, qué pasaría, qué sucede, qué ocurre, qué hacer, qué debo, qué puedo, qué hago, presenta, recomienda, recomiendas, recomiéndame, recomendar, recomendación, recomendaciones, sugerencias, comenta, enséñame, ayúdame a entender, paso a paso, en detalle, argumenta, reflexiona, no entiendo
    it spiega, spiegami, spiegare, spiegarmi, spieghi, spiegazione, descrivi, descrivere, descrivimi, discuti, confronta, confrontare, confronto, paragona, analizza, analizzare, analisi, interpreta, valuta, giustifica, dimostra, dimostrare, motiva, parlami, parla, raccontami, racconta, cosa ne pensi, che ne pensi, ne pensi, pensi che, secondo te, tua opinione, definisci, definizione, cosa succede, che succede, cosa succederebbe, cosa fare, cosa devo, cosa posso, che cosa posso, presenta, consigliami, consigli, consiglia, consigliare, raccomanda, commenta, insegnami, illustra, passo passo, nel dettaglio, argomenta, non capisco
    pt explique, explica, explicar, explique-me, me explica, explicação, descreva, descreve, descrever, discuta, compare, comparar, comparação, analise, analisar, análise, interprete, avalie, justifique, prove que, demonstre, fale, fala, fale sobre, fale-me, me fale, conte, conte-me, me conta, o que acha, você acha, o que pensa, sua opinião, tua opinião, defina, definição, o que acontece, o que aconteceria, o que fazer, o que devo, o que posso, apresente, recomende, recomenda, recomendação, recomendações, sugestão, sugestões, comente, ensine, me ensina, me ajude a entender, passo a passo, em detalhe, em detalhes, disserte, argumente, não entendo
    nl leg, uitleg, uitleggen, leg uit, verklaar, beschrijf, beschrijven, bespreek, vergelijk, vergelijken, vergelijking, analyseer, analyse, interpreteer, beoordeel, beargumenteer, motiveer je, bewijs, toon aan, vertel, vertel me, wat vind je, wat vindt u, wat denk je, jouw mening, je mening, definieer, definitie, wat gebeurt, wat zou, wat moet, wat kan, wat te doen, wat doe ik, raad me, aanraden, aanbevelen, beveel, adviseer, stel voor, suggesties, geef een overzicht, help me begrijpen, stap voor stap, in detail, licht toe, toelichting, ik snap niet, ik begrijp niet
    pl wyjaśnij, wyjaśnić, wyjaśnienie, wytłumacz, wytłumaczyć, wytłumaczysz, objaśnij, opisz, opisać, omów, omówić, porównaj, porównać, porównanie, przeanalizuj, analiza, zinterpretuj, oceń, uzasadnij, udowodnij, wykaż, opowiedz, opowiedzieć, powiedz mi o, powiedz mi coś, co sądzisz, co myślisz, co uważasz, twoim zdaniem, twoja opinia, zdefiniuj, definicja, co się stanie, co się dzieje, co by było, co by się stało, co robić, co zrobić, co mogę, co powinienem, przedstaw, poleć, polecisz, polecasz, poleciłbyś, doradź, naucz mnie, krok po kroku, szczegółowo, scharakteryzuj, nie rozumiem, opowiedz o
    ru объясни, объясните, объяснить, объяснение, поясни, поясните, опиши, опишите, описать, обсуди, обсудите, сравни, сравните, сравнить, сравнение, проанализируй, проанализируйте, анализ, интерпретируй, оцени, оцените, обоснуй, обоснуйте, докажи, докажите, доказать, расскажи, расскажите, рассказать, что ты думаешь, что вы думаете, что думаешь, как ты считаешь, твое мнение, ваше мнение, по-твоему, дай определение, определение, что будет если, что будет, что происходит, что случится, что произойдет, что делать, что мне делать, что можно, что нужно, посоветуй, посоветуйте, порекомендуй, порекомендуйте, подскажи как, научи, пошагово, подробно, охарактеризуй, раскрой, прокомментируй, не понимаю
    uk поясни, поясніть, пояснити, пояснення, опиши, опишіть, обговори, порівняй, порівняйте, порівняння, проаналізуй, оціни, обґрунтуй, доведи, доведіть, розкажи, розкажіть, що ти думаєш, що думаєш, що ви думаєте, твоя думка, на твою думку, дай визначення, що буде якщо, що відбувається, що станеться, що робити, порадь, порадьте, порекомендуй, запропонуй, навчи, покроково, детально, не розумію
    tr açıkla, açıklayın, açıklar mısın, açıklayınız, açıklama, açıklayarak, anlat, anlatın, anlatır mısın, anlatınız, tanımla, tanımlayın, tarif et, karşılaştır, karşılaştırın, karşılaştırma*, analiz et, analizi, tartış, tartışın, yorumla, değerlendir, değerlendirin, kanıtla, ispatla, gerekçe*, ne düşünüyorsun, ne düşünüyorsunuz, düşünüyorsun, düşünüyor musun, sence, sizce, görüşün, fikrin, bahset, bahseder misin, hakkında bilgi, bilgi ver, ne olur, ne olurdu, ne yapmalı*, ne yapabilirim, ne yapayım, önerir misin, önerirsin, tavsiye et, tavsiye edersin, öğret, adım adım, ayrıntılı, detaylı, anlamıyorum
    ar اشرح, اشرحي, شرح, اشرح لي, تشرح, وضح, وضّح, صف, صفي, ناقش, قارن, مقارنة, حلل, تحليل, فسر, فسّر, تفسير, قيم, قيّم, برر, برهن, أثبت, اثبت, علل, حدثني, حدثيني, أخبرني عن, اخبرني عن, تحدث عن, احك لي, ما رأيك, رأيك, ما رأيكم, عرف, عرّف, تعريف, ماذا يحدث, ماذا سيحدث, ماذا لو, ماذا أفعل, ماذا يمكن, ماذا يجب, انصحني, تنصحني, أنصح, أوص, رشح لي, علمني, خطوة بخطوة, بالتفصيل, لا أفهم
    ko 설명, 묘사, 비교, 분석, 토론, 논하, 논의, 해석해, 평가해, 증명하, 증명해, 근거를, 에 대해 알려, 에 대해 말해, 에 대해서, 에 관해, 이야기해, 얘기해, 말해 줘 왜, 어떻게 생각, 생각해?, 생각하, 의견, 정의를, 정의하, 무슨 일이, 어떤 일이, 어떻게 될, 하면 좋을까, 뭘 해야, 무엇을 해야, 추천, 조언, 알려줘 방법, 가르쳐, 단계별, 자세히, 소개해, 이해가 안, 서술하, 어떤 사람
    zh 解释, 说明, 描述, 讨论, 比较, 对比, 分析, 评价, 评估, 证明, 论述, 谈谈, 讲讲, 讲一下, 讲解, 介绍, 说说, 聊聊, 告诉我关于, 你怎么看, 怎么看, 看法, 你认为, 你觉得, 意见, 定义, 会发生什么, 会怎样, 发生了什么, 该怎么, 做什么, 推荐, 建议, 教我, 教教我, 一步一步, 详细, 步骤, 简述, 阐述, 谈一谈, 有何, 如何看待, 不懂, 不明白, 科普, 什么样, 推导
    ja 説明, 解説, 述べ, 論じ, 比較, 分析, 議論, 評価して, 証明, 解釈, について教えて, を教えて 歴史, 歴史を教えて, 語って, どう思, 思いますか, 意見, 定義, どうなる, 何が起こ, 何が起き, どうしたら, おすすめ, オススメ, お勧め, アドバイス, 助言, 教えてください 方法, ステップ, 詳しく, 紹介して, どんな人, どのような人, について知りたい, 分からない, わからない, べきことは, 考察, 感想
    hi समझाइए, समझाओ, समझाएं, समझाएँ, बताइए कैसे, वर्णन, तुलना, विश्लेषण, चर्चा, के बारे में, राय, सोचते, परिभाषा, व्याख्या, सुझाव, सलाह
    sv förklara, förklaring, beskriv, beskriva, diskutera, jämför, jämföra, jämförelse, analysera, analys, tolka, bedöm, motivera, bevisa, visa att, berätta, vad tycker, vad tror, din åsikt, definiera, definition, vad händer, vad skulle, vad ska jag, vad bör, vad kan, rekommendera, rekommenderar, föreslå, lär mig, steg för steg, utförligt, redogör, förstår inte, resonera`,
  /** Opens a definition: a text, unless what follows has a short answer. */
  define: `
    en what is, what are, what's, whats, what was, what were, what're, wat is, what is the, what are the, what's the, whats the, what was the, what were the, what the
    de was ist, was sind, was war, was waren, was ist die, was ist der, was ist das, wie lautet, wie lauten, was heißt, was versteht man, worin besteht, worin bestehen, was macht
    fr quelle est, quel est, quels sont, quelles sont, qu'est-ce que, qu'est-ce qu'un, qu'est-ce qu'une, qu'est ce que, c'est quoi, qu'est-ce que c'est, quelle était, quel était, quelles furent, quels furent, quelles étaient, que signifie, que veut dire, qu est ce que, cest quoi
    es cuál es, cuáles son, cuál fue, cuáles fueron, cuál era, qué es, qué son, qué fue, que significa, qué significa, cual es el, cual es la
    it qual è, quali sono, qual era, quali furono, qual e, cos'è, cosa è, che cos'è, che cosa è, cosa sono, che cosa sono, cosa significa, che cosa significa, cos e, cosa vuol dire
    pt qual é, quais são, qual era, quais foram, qual foi, qual a, qual o, quais os, quais as, o que é, o que são, o que foi, que é, o que significa, oq é
    nl wat is, wat zijn, wat was, wat waren, wat betekent
    pl jaka jest, jaki jest, jakie jest, jakie są, jakie były, jaka była, jaki był, co to jest, co to, czym jest, czym są, co oznacza, co znaczy
    ru что такое, что это, каков, какова, каковы, каково, что означает, что значит, в чём, в чем
    uk що таке, що це, яка є, що означає, що значить, у чому, в чому, чим
    tr nedir, nelerdir, ne demektir, ne demek, neydi, neresidir
    ar ما هو, ما هي, ما هم, ماهو, ماهي, ما معنى, ماذا يعني, ماذا تعني, ماذا, ما
    ko 무엇, 뭐야, 뭐예요, 뭔가요, 뭐지, 뭐니, 이란, 란 무엇, 뭐임, 뭔가
    zh 什么是, 是什么, 有哪些, 何为, 何谓, 是啥, 啥是, 什麼是
    ja とは, 何ですか, なんですか, って何, 何か, 何でしょう, は何か, は何です, は何でし, は何？, は何?, とはどういう
    hi क्या है, क्या हैं, क्या होता, क्या होती
    sv vad är, vad var, vad innebär, vad betyder`,
  /** Asks for anything at all, so that only what follows can make the answer short. */
  what: `
    en what, what does, what do, what did, what will, what has, what have
    de was, wofür, worum, womit, woraus, woran, wodurch, worüber
    fr que, qu'*, quoi
    es qué, que
    it cosa, che cosa, che
    pt o que, que, oq
    nl wat, waar staat
    pl co, czego, czym
    ru что, чем, о чём
    uk що, чим
    tr ne, neyi, neye
    ko 뭐, 무슨, 어떤
    zh 什么, 啥
    ja 何, どんな, なに
    sv vad`,
  /** Advice is asked for, whatever the question word. */
  should: `
    en you want, you ever, you felt, take you, are we, will we, is it ok, ok to, okay to, is it okay, do you, did you, have you, are you, you have, your, can we, can one, could one, do we, do people, will win, going to, worst, overrated, underrated, influential, profitable, reliable, funniest, coolest, hardest thing, favorite, top, cheap, free, easily, too much, too many, enough, healthy, safe, normal, reasonable, suits, suit, suitable, fits, help, helps, work best, works best, choose, buy, to read, to visit, to watch, to start, to blame, who decides, decides what, who gets to, benefits from, morality, happiness, justice, free will, consciousness, begin to, considered, should, shall i, shall we, can i, could i, may i, do i, am i, would, would you, do you use, do you like, do you prefer, you like, you think, you recommend, recommend, best, better, good, worth, ideal, prefer, favorite, favourite, to use, to learn, to master, to become, greatest, most beautiful, most interesting, appropriate, opinion
    de passt, passen, eignet, eignen, geeignet, hilft, helfen, lesen, besuchen, kaufen, wählen, nehmen, anfangen, zu viel, genug, gesund, normal, schuld, profitiert, profitieren, moral, gerechtigkeit, bewusstsein, soll ich, soll man, sollte, sollten, sollen, kann ich, kann man am besten, darf ich, muss ich, muss man, am besten, beste, besten, bester, bestes, besser, empfiehlst, empfehlen, empfehlenswert, lohnt, sinnvoll, würdest du, meinung, findest du
    fr convient, conviennent, adapté, adaptée, aide, aident, lire, visiter, voir, acheter, choisir, prendre, commencer, trop, assez, sain, normal, coupable, responsable, profite, morale, bonheur, justice, conscience, dois-je, devrais-je, devrait-on, devrais, devrait, puis-je, peut-on, faut-il, faut, meilleur, meilleure, meilleurs, meilleures, mieux, conseilles, conseillez, recommandes, vaut-il, penses-tu, préfères
    es me conviene, sirve, sirven, ayuda, ayudan, leer, visitar, comprar, elegir, empezar, demasiado, suficiente, sano, normal, culpa, culpable, beneficia, moral, felicidad, justicia, conciencia, debo, debería, deberíamos, puedo, conviene, hay que, mejor, mejores, recomiendas, recomienda, vale la pena, crees, opinas, prefieres
    it adatto, adatta, aiuta, aiutano, leggere, visitare, vedere, comprare, scegliere, iniziare, troppo, abbastanza, normale, colpa, morale, felicità, giustizia, coscienza, devo, dovrei, bisogna, posso, conviene, meglio, migliore, migliori, miglior, consigli, consigliate, vale la pena, secondo te, pensi, preferisci
    pt serve, ajuda, ajudam, ler, visitar, comprar, escolher, começar, demais, suficiente, saudável, normal, culpa, moral, felicidade, justiça, consciência, devo, deveria, posso, convém, melhor, melhores, recomenda, vale a pena, você acha, prefere, preciso
    nl past, passen, geschikt, helpt, helpen, lezen, bezoeken, kopen, kiezen, beginnen, te veel, genoeg, gezond, normaal, schuld, moraal, geluk, bewustzijn, moet ik, moeten we, zou ik, kan ik, mag ik, beste, beter, raad je, aan te raden, vind je, denk je
    pl pasuje, nadaje, pomaga, pomagają, czytać, przeczytać, zobaczyć, kupić, wybrać, zacząć, za dużo, wystarczy, zdrowo, winny, moralność, szczęście, powinienem, powinnam, powinno, mogę, warto, najlepszy, najlepsza, najlepsze, najlepiej, lepiej, lepszy, lepsza, polecasz, polecisz, sądzisz, myślisz, twoim zdaniem
    ru подходит, подойдет, подходят, помогает, помогают, почитать, прочитать, посмотреть, посетить, купить, выбрать, начать, слишком, достаточно, нормально, виноват, мораль, счастье, стоит, следует, мне лучше, лучше, лучший, лучшая, лучшие, лучшее, посоветуешь, порекомендуешь, думаешь, считаешь, можно ли, надо
    uk підходить, допомагає, почитати, прочитати, подивитися, купити, вибрати, обрати, почати, забагато, достатньо, винен, щастя, варто, слід, краще, кращий, найкращий, найкраща, порадиш, думаєш, треба
    tr uygun, yardımcı, okumalı*, gezmeli*, seçmeli*, başlamalı*, çok fazla, yeterli, sağlıklı, suçlu, ahlak, mutluluk, malıyım, meliyim, almalı*, yapmalı*, etmeli*, kullanmalı*, gitmeli*, öğrenmeli*, en iyi, daha iyi, önerirsin, tavsiye, sence, sizce, gerekir
    ar يناسب, تناسب, يساعد, تساعد, أقرأ, أشتري, أختار, أبدأ, كثير جدا, كاف, صحي, المسؤول, الأخلاق, السعادة, يجب, ينبغي, أفضل, افضل, الأفضل, تنصح, تنصحني, رأيك, تعتقد
    ko 도움이, 읽을, 사야, 고를, 적당, 충분, 건강, 책임, 도덕, 행복, 적합, 어울리, 해야, 좋을까, 좋은, 나을까, 나은, 추천, 최고의, 생각해, 생각하
    zh 有助于, 可以看, 值得看, 合适, 选哪, 太多, 足够, 健康, 责任, 道德, 幸福, 应该, 最好, 更好, 推荐, 值得, 你觉得, 你认为, 比较好, 适合
    ja 役立つ, 読めば, 買えば, 選べば, 適切, 十分, 健康, 責任, 道徳, 幸せ, 合う, 向いて, べき, 方がいい, ほうがいい, いい, 良い, おすすめ, 最高の, 最適, 思いますか, 思う
    hi चाहिए, बेहतर, सबसे अच्छा, सबसे अच्छी
    sv ska jag, bör, borde, kan jag, bäst, bästa, bättre, rekommenderar, tycker, tror du`,
  /** Reasons are wanted beside the answer. */
  reasoned: `
    en explain your, explain the answer, with an explanation, with explanation, with explanations, detailed explanation, explaining, show your work, show your working, show the steps, show all steps, justify your, justify the, give reasons, give your reasons, and explain, then explain, explain why, and why, why or why not, step by step, step-by-step, with reasons, reasoning, explanation, explanations, walk me through, state your assumptions
    de begründe, begründung, erklärung, erkläre warum, erkläre deine, mit erklärung, mit begründung, und warum, und erkläre, schritt für schritt, mit rechenweg, lösungsweg
    fr justifie, justifiez, explication, explications, explique pourquoi, expliquez pourquoi, avec explication, et pourquoi, et explique, étape par étape, ton raisonnement, votre raisonnement
    es justifica, justifique, explicación, explica por qué, explique por qué, con explicación, y por qué, y explica, paso a paso, razona
    it giustifica, spiegazione, motiva la, spiega perché, con spiegazione, e perché, e spiega, passo passo, passaggi
    pt justifique, justifica, explicação, explique por que, com explicação, e por quê, e por que, e explique, passo a passo
    nl motiveer, uitleg, leg uit waarom, met uitleg, en waarom, en leg uit, stap voor stap
    pl uzasadnij, wyjaśnij dlaczego, z wyjaśnieniem, i dlaczego, i wyjaśnij, krok po kroku
    ru обоснуй, обоснуйте, объясни почему, с объяснением, и почему, и объясни, пошагово, подробное решение
    uk обґрунтуй, поясни чому, з поясненням, і чому, і поясни, покроково
    tr gerekçesiyle, nedenini açıkla, açıklayarak, ve neden, ve açıkla, adım adım
    ar علل, برر, مع الشرح, مع التعليل, ولماذا, واشرح, خطوة بخطوة
    ko 이유를, 이유도, 설명과 함께, 단계별
    zh 说明理由, 并解释, 并说明, 为什么, 解释原因, 一步一步, 详细步骤
    ja 理由も, 理由を, 解説も, 説明も, 途中式
    hi कारण सहित, कारण बताइए, और क्यों
    sv motivera, förklara varför, och varför, och förklara, steg för steg`,
} as const
