/** Words that say where the request begins or what it is about. Each line is a language; `*` stands for any ending. */
export const OTHER_CUES = {
  /** Politeness before what is asked for. */
  polite: `
    en do you get, do you call, do you say, do you spell, do you pronounce, can you tell, could you tell, can i get a, could i get a, can i have a, could i have a, may i have a, can we get a, need, want, act as, please, pls, plz, can you, could you, would you, will you, can u, could u, kindly, help me, help me to, i need, i need you to, i want, i want you to, i'd like, i would like, i'd like you to, i have to, give me, show me, tell me, let me know, provide, get me, looking for, hi, hello, hey, now, ok, okay, then, also, quick question, no explanation, without explanation, without explanations, no explanations, i need to know, i want to know, do you know, just tell me, only tell me, answer, respond, hey there
    de bitte, ohne erklärung, keine erklärung, kannst du, kannst du mir, könntest du, könnten sie, können sie, würdest du, hilf mir, ich brauche, ich möchte, ich will, ich hätte gern, gib mir, sag mir, zeig mir, weißt du, hallo, hi, kurze frage, jetzt, nun, dann, mir sagen, antworte
    fr s'il te plaît, s'il vous plaît, svp, stp, peux-tu, peux tu, pouvez-vous, pourrais-tu, pourriez-vous, aide-moi, aidez-moi, j'ai besoin, je veux, je voudrais, j'aimerais, donne-moi, donnez-moi, donne, dis-moi, montre-moi, sais-tu, sans explication, bonjour, salut, maintenant, me dire, réponds, aide-moi à
    es por favor, puedes, podrías, puede, podría, me puedes, me podrías, ayúdame, ayúdame a, necesito, quiero, quisiera, me gustaría, dame, deme, dime, sin explicación, muéstrame, sabes, hola, buenas, ahora, decirme, responde
    it per favore, per piacere, puoi, potresti, può, potrebbe, mi puoi, aiutami, aiutami a, ho bisogno, mi serve, voglio, vorrei, dammi, dimmi, senza spiegazioni, mostrami, sai, ciao, buongiorno, ora, adesso, dirmi, rispondi
    pt por favor, você pode, pode, poderia, você poderia, me ajude, me ajuda, ajude-me, preciso, preciso de, quero, gostaria, me dê, me dá, dê-me, me diga, diga, sem explicação, mostre, você sabe, sabe, oi, olá, agora, dizer, responda
    nl alsjeblieft, alstublieft, aub, kun je, kan je, kunt u, zou je, wil je, help me, ik heb nodig, ik wil, ik zou graag, geef me, geef, zeg me, vertel me, toon, weet je, hoi, hallo, nu, antwoord
    pl proszę, czy możesz, możesz, mógłbyś, mogłabyś, czy mógłbyś, pomóż mi, potrzebuję, chcę, chciałbym, chciałabym, daj mi, powiedz mi, bez wyjaśnień, pokaż mi, czy wiesz, wiesz, cześć, hej, teraz, odpowiedz
    ru пожалуйста, можешь, можете, не могли бы вы, мог бы ты, помоги, помогите, мне нужен, мне нужна, мне нужно, нужна, нужен, нужно, хочу, дай, дайте, скажи, скажите, подскажи, подскажите, без объяснений, покажи, знаешь, привет, здравствуйте, теперь, ответь, ответьте
    uk будь ласка, можеш, можете, чи не могли б ви, допоможи, допоможіть, мені потрібен, мені потрібна, потрібен, хочу, дай, дайте, скажи, скажіть, без пояснень, підкажи, привіт, відповідай
    tr lütfen, bana, söyle, söyler misin, yardım et, ihtiyacım var, istiyorum, ver, göster, biliyor musun, merhaba, selam, şimdi, cevap ver, sadece
    ar من فضلك, رجاء, رجاءً, هل يمكنك, هل تستطيع, ممكن, أريد, اريد, أحتاج, احتاج, ساعدني, أعطني, اعطني, قل لي, أخبرني, اخبرني, هل تعرف, مرحبا, السلام عليكم, الآن, أجب
    ko 설명 없이, 설명없이, 제발, 부탁, 해줄래, 안녕, 도와줘, 도와주세요, 필요해
    zh 不要解释, 不用解释, 无需解释, 请, 麻烦, 能不能, 能否, 可以帮我, 帮我, 给我, 我想, 我需要, 告诉我, 你能, 你知道, 请问, 你好
    ja 説明なし, 説明は不要, 説明不要, お願い, 教えて, 手伝って, すみません, ください, こんにちは
    hi कृपया, क्या आप, मुझे बताओ, बताइए, मुझे चाहिए, नमस्ते
    sv snälla, kan du, kan ni, skulle du kunna, hjälp mig, jag behöver, jag vill, ge mig, säg, visa, vet du, hej, nu, svara`,
  /** A text or code that the question comes with. */
  material: `
    en following, below, above, this text, this article, this email, this message, this paragraph, this passage, this sentence, this essay, this code, this function, this letter, this conversation, this transcript, this story, this poem, this document, this report, the text, the article, the passage, this, these, it, that
    de folgenden, folgende, folgender, folgendes, unten, oben, diesen text, diesen, dieses, diese, den text, der text, artikel
    fr suivant, suivante, suivants, suivantes, ci-dessous, ci-dessus, ce texte, cet article, cette phrase, ce, cet, cette, ces, le texte
    es siguiente, siguientes, abajo, arriba, este, esta, estos, esto, el texto
    it seguente, seguenti, sotto, sopra, questo, questa, questi, il testo
    pt seguinte, seguintes, a seguir, abaixo, acima, este, esta, esse, essa, isso, isto, o texto
    nl volgende, onderstaande, bovenstaande, deze, dit, de tekst
    pl poniższy, poniższe, następujący, powyższy, tekst, tekstu
    ru следующий, следующее, следующего, ниже, выше, этот, эту, это, текст, текста
    uk наступний, нижче, вище, цей, цю, це, текст
    tr aşağıdaki, yukarıdaki, şu, bu, metni, metin
    ar التالي, التالية, أدناه, أعلاه, هذا, هذه, النص
    ko 다음, 아래, 위의, 이 글, 이 문장, 이 코드
    zh 下面, 以下, 下列, 上面, 这段, 这篇, 这句, 这个
    ja 次の, 以下の, 上の, この
    hi निम्नलिखित, नीचे, इस
    sv följande, nedan, ovan, denna, detta, den här, texten`,
  /** One word, not a text, is to be translated. */
  singleWord: `
    en the word, word
    de das wort, wort
    fr le mot, mot
    es la palabra, palabra
    it la parola, parola
    pt a palavra, palavra
    nl het woord, woord
    pl słowo, wyraz
    ru слово
    uk слово
    tr kelimesini, kelimesi, sözcüğü
    ar كلمة
    ko 단어, 라는 말
    zh 这个词, 单词, 一词
    ja という言葉, という単語, 単語
    hi शब्द
    sv ordet`,
  /** Something is to be proposed: a draft if it is a text. */
  suggest: `
    en suggest, propose, recommend
    de schlag, schlage, empfiehl
    fr propose, propose-moi, proposez, suggère, suggère-moi
    es sugiere, sugiéreme, propón, proponme
    it suggerisci, suggeriscimi, proponi, proponimi
    pt sugira, sugere, proponha
    nl stel, suggereer
    pl zaproponuj, zasugeruj
    ru предложи, предложите
    uk запропонуй, запропонуйте
    tr !öner, !önerin
    ar اقترح, اقترحي
    ko !제안해
    ja !提案して
    hi !सुझाओ
    sv föreslå`,
} as const
