/** Names of code and of data, which most languages share. */
const CODE =
  /\b(?:code|c[oó]digo|codice|kod|function|fonction|funci[oó]n|funzione|fun[cç][aã]o|funktion|functie|funkcj\w+|fonksiyon|script|snippet|one-?liner|command|regex\w*|regular expression|query|json|yaml|toml|xml|csv|formula|cron\w*|dockerfile|docker-compose)\b|код|скрипт|функци|запрос|代码|函数|脚本|正则|コード|関数|スクリプト|코드|함수|스크립트|كود|دالة/iu

/** Languages that code is written in; other texts are written about them. */
const LANGUAGE =
  /\b(?:sql|html|css|bash|shell|python|pytest|javascript|typescript|java|kotlin|swift|rust|golang|php|ruby|haskell|excel|latex|mermaid)\b|c\+\+|c#/iu

/** Texts that may contain code amid sentences, all of which belong to them. */
const AROUND_CODE =
  /\b(?:e-?mails?|letter|message|memo|readme|tutorial|guide|documentation|docs|article|blog|post|report|lesson|handout|slides?|announcement|release notes|changelog|reply|story|play|scene|section|chapter|correo|courriel|correio|carta|lettre|lettera|tutoriel|artículo|artigo|articolo|nachricht|anleitung|artikel|bericht)\b|письм|стать|邮件|教程|文章|メール|記事|이메일|بريد|مقال/iu

/**
 * Whether a task asks for code, whose product is the block of code without the sentences around it. What is named first
 * is asked for: “a function that checks an email”, but “an email with a function”. Where only a language is named, any
 * such text is what is asked for.
 */
export function asksForCode(query: string): boolean {
  const code = query.search(CODE)
  const text = query.search(AROUND_CODE)
  if (text === -1) return code !== -1 || LANGUAGE.test(query)
  return code !== -1 && code < text
}
