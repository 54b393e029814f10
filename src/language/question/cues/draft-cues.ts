/**
 * Words that ask for a text as the product. Each line is a language; `*` stands for any ending, and `!` marks a verb that
 * stands at the end of its sentence and still decides what the sentence asks for.
 */
export const DRAFT_CUES = {
  /** A text is to be written. */
  write: `
    en write, draft, compose, author a, author an, code a, code an, code me, code up, implement, program a, program me, outline a, outline an, brainstorm, come up with, write up, typeset, continue, type up, invent, make up, write me
    de schreib, schreibe, schreiben, schreibst, verfasse, verfassen, verfass, entwirf, entwerfen, dichte, erfinde, erfinden, setze fort, implementiere, programmiere, denk dir, überleg dir, setz die geschichte fort, führe die geschichte, erstelle, erstell, erstellen, formulier mir
    fr écris, écrire, écrivez, écris-moi, rédige, rédigez, rédiger, rédige-moi, compose, composez, composer, invente, inventez, implémente, programme-moi, continue l'histoire, imagine un, imagine une, imagine-moi
    es escribe, escríbeme, escribir, escriba, escribirme, redacta, redactar, redáctame, redacte, compón, inventa, invéntame, invente, implementa, programa un, programa una, continúa, continua la, escribas, ponme un, hazme
    it scrivi, scrivimi, scrivere, scriva, scrivermi, redigi, componi, inventa, inventami, implementa, programma un, continua la, continua il, stendi, butta giù
    pt escreva, escreve, escrever, escreva-me, me escreve, redija, redigir, componha, invente, inventa, implemente, programe, continue a, continue o, elabore, elaborar
    nl schrijf, schrijven, stel op, opstellen, bedenk, bedenken, verzin, verzinnen, implementeer, programmeer, dicht, ga verder met
    pl napisz, zapisz, napisać, napiszesz, zredaguj, ułóż, wymyśl, zaimplementuj, zaprogramuj, sporządź, kontynuuj, dopisz
    ru напиши, напишите, написать, сочини, сочините, составь, составьте, составить, придумай, придумайте, придумать, реализуй, реализуйте, запрограммируй, продолжи, продолжите, накидай
    uk напиши, напишіть, написати, склади, складіть, скласти, придумай, придумайте, вигадай, реалізуй, продовж
    tr !yaz, !yazar mısın, !yazın, !yazınız, !yazabilir misin, !yazabilir misiniz, !yazıver, !yazsana, !uydur, !kurgula, !kaleme al, !yazmanı, !yazmama yardım*
    ar اكتب, اكتبي, اكتبوا, كتابة, تكتب, تكتب لي, ألف, صغ, حرر, أكمل القصة, برمج, نظم
    ko !써 줘, !써줘, !써 주세요, !써주세요, !써봐, !써 봐, !써 줄래, !써줄래, !써라, !쓰세요, !쓰시오, !작성해, !작성하, !작성 부탁, !써 주시, !지어 줘, !지어줘, !지어 주세요, !적어 줘, !적어줘, !이어서 써, !구현해, !구현하, !짜 줘, !짜줘, !짜 주세요, !짜주세요, !써 주실, !지어주세요, !코딩해
    zh 写一, 写个, 写封, 写首, 写篇, 写份, 写段, 写出一, 写几, 写两, 写三, 写五, 写下, 帮我写, 给我写, 请写, 撰写, 编写, 起草, 拟一, 续写, 作一首, 作诗, 编一个, 编个, 写关于, 用python写, 写代码, 写作文, 实现一个, 写
    ja !書いて, !書け, !書いてください, !作文して, !作って, !作成して, !作ってください, !考えて, !考案して, !実装して, !続きを, !詠んで, !執筆して, !書いてほしい, !書いてもらえ, !書いてくれ, !作成してください, !作成をお願い, !創作して
    hi !लिखो, !लिखें, !लिखिए, !लिख दो, !लिखकर, !लिख दीजिए, !लिखना है, !बनाओ, !बनाएं, !बनाइए, !बना दो, !रचना करें, !तैयार करो, !तैयार करें
    sv skriv, skriva, författa, dikta, hitta på, komponera, implementera, programmera, fortsätt, utforma`,
  /** Something is to be made, which may be a text. */
  make: `
    en create, make, make me, generate, design, build, build me, plan, prepare, produce, develop, craft, put together, set up a, draw, sketch out, mock up, scaffold, formulate
    de generiere, generieren, gestalte, plane, planen, plan mir, baue, bau mir, entwickle, entwickeln, konzipiere, mach mir, mache, mach einen, mach eine, zeichne, bereite
    fr crée, créer, créez, crée-moi, génère, générer, génère-moi, générez, conçois, concevez, planifie, planifiez, élabore, élaborez, prépare, préparez, fais-moi, fais un, fais une, faites, fabrique, construis, développe, dessine, organise
    es crea, crear, créame, cree, genera, generar, genérame, genere, diseña, diseñar, diseñe, planifica, planificar, elabora, elaborar, elabore, prepara, prepárame, haz un, haz una, haz una lista, desarrolla, construye, arma un, arma una, organiza, dibuja
    it crea, creami, creare, genera, generami, generare, progetta, progettare, pianifica, pianificare, prepara, preparami, elabora, sviluppa, fammi un, fammi una, fai un, fai una, costruisci, organizza, disegna
    pt crie, criar, cria, crie-me, gere, gerar, gera, desenvolva, projete, planeje, planeie, planear, planejar, prepare, monte um, monte uma, faça um, faça uma, faz um, faz uma, me faz, construa, organize, desenhe, monta
    nl maak, maken, genereer, genereren, ontwerp, ontwerpen, plan, plannen, bouw, ontwikkel, stel samen, teken, creëer
    pl stwórz, stworzyć, wygeneruj, wygenerować, zaprojektuj, zaplanuj, przygotuj, przygotować, opracuj, zrób, zbuduj, utwórz, narysuj, rozpisz
    ru создай, создайте, создать, сделай, сделайте, сгенерируй, сгенерируйте, разработай, разработайте, спланируй, спланируйте, подготовь, подготовьте, нарисуй, построй
    uk створи, створіть, створити, зроби, зробіть, згенеруй, згенеруйте, розроби, розробіть, сплануй, підготуй, підготуйте, намалюй
    tr !oluştur, !oluşturun, !oluşturur musun, !hazırla, !hazırlayın, !hazırlar mısın, !tasarla, !tasarlayın, !planla, !planlayın, !üret, !geliştir, !çiz, !bul bana, !slogan bul, !isim bul, !öner bana isim, !hazırlayabilir misin, !oluşturabilir misin
    ar أنشئ, انشئ, صمم, أعد خطة, أعدّ, ضع خطة, جهز, حضر, خطط, ولد, اصنع, ارسم, طور, إنشاء, كون
    ko !만들어, !생성해, !생성하, !설계해, !설계하, !계획을 세워, !세워 줘, !세워줘, !세워 주세요, !세워주세요, !제작해, !그려 줘, !그려줘, !만드세요, !개발해
    zh 起几个名, 起名字, 取几个名, 起个名字, 取个名字, 制定, 设计一, 设计个, 生成, 创建, 制作, 策划, 规划, 画一, 想几个, 想一个, 想个, 起个名, 取个名, 取名, 起名, 拟定, 做一个, 做个, 做一份, 给我一个sql, 创作, 列一个计划, 安排一个
    ja !生成して, !設計して, !デザインして, !計画して, !立てて, !組んで, !用意して, !描いて, !つくって, !提案書, !企画して
    hi !डिज़ाइन करें, !योजना बनाएं
    sv skapa, gör en, gör ett, generera, planera, designa, bygg, ta fram, utveckla, rita, förbered`,
  /** A text in one language is to become one in another. */
  translate: `
    en now in spanish, now in french, now in german, now in english, now in italian, in spanish please, in french please, in german please, in english please, in italian please, translate, translation of, translate this, translation
    de ins englische, ins deutsche, ins französische, ins spanische, ins italienische, übersetze, übersetz, übersetzen, übersetzt, übersetzung, übertrage, übertragen sie
    fr traduis, traduire, traduisez, traduis-moi, traduction, traduit
    es al inglés, al español, al francés, al alemán, traduce, traducir, traduzca, tradúceme, traducción, traduzcas
    it traduci, tradurre, traduca, traducimi, traduzione, tradurmi
    pt para o inglês, pro inglês, para o português, traduza, traduzir, traduz, traduza-me, tradução
    nl naar het engels, naar het nederlands, naar het frans, naar het duits, vertaal, vertalen, vertaling
    pl na angielski, na polski, na niemiecki, przetłumacz, przetłumaczyć, przetłumaczysz, tłumaczenie, przełóż na
    ru на английский, на русский, на немецкий, переведи, переведите, перевести, перевод
    uk переклади, перекладіть, перекласти, переклад
    tr !çevir, !çevirin, !çevirir misin, !çevirisi, !çevirisini, !tercüme et, !çevirebilir misin
    ar ترجم, ترجمي, ترجموا, ترجمة, تترجم
    ko !번역해, !번역하, !번역, !옮겨
    zh !翻译, !译成, !译为, !英译, !中译
    ja !翻訳, !訳して, !和訳, !英訳, !に訳
    hi !अनुवाद
    sv översätt, översätta, översättning`,
  /** A text is to be summarised: a draft if the text is given, open if it is a topic. */
  summarise: `
    en summarize, summarise, summary of, summary, sum up, tldr, tl dr, tl;dr, abstract of, condense, recap, key points of, main points of, bullet points
    de fasse, fass, zusammenfassen, zusammenfassung, fassen sie
    fr résume, résumer, résumez, résumé, résume-moi, synthétise
    es resume, resumir, resuma, resúmeme, resumen, sintetiza
    it riassumi, riassumere, riassunto, riassuma, riassumimi, sintetizza
    pt resuma, resumir, resume, resumo, sintetize
    nl vat, samenvatten, samenvatting
    pl streść, streścić, podsumuj, podsumować, streszczenie
    ru перескажи, перескажите, пересказ, резюмируй, суммируй, кратко изложи, краткое содержание, подведи итог, выжимка
    uk перекажи, підсумуй, резюмуй, стислий переказ, короткий зміст
    tr !özetle, !özetleyin, !özetler misin, !özetini, özeti, !özet çıkar
    ar لخص, لخصي, لخّص, تلخيص, ملخص
    ko !요약
    zh 总结, 概括, 概述, 摘要, 归纳
    ja !要約, !まとめて
    hi !सारांश, !संक्षेप
    sv sammanfatta, sammanfattning`,
} as const
