/** Names of code and of the languages it is written in, which most languages share. */
const CODE =
  /\b(?:code|c[oó]digo|codice|kod|function|fonction|funci[oó]n|funzione|fun[cç][aã]o|funktion|functie|funkcj\w+|fonksiyon|script|snippet|one-?liner|command|regex\w*|regular expression|sql|query|json|yaml|toml|xml|html|css|csv|bash|shell|python|pytest|javascript|typescript|java|kotlin|swift|rust|golang|php|ruby|haskell|excel|formula|cron\w*|dockerfile|docker-compose|latex|mermaid)\b|c\+\+|c#|код|скрипт|функци|запрос|代码|函数|脚本|正则|コード|関数|スクリプト|코드|함수|스크립트|كود|دالة/iu

/** Whether a task asks for code, whose product is the block of code without the sentences around it. */
export function asksForCode(query: string): boolean {
  return CODE.test(query)
}
