const ROLE =
  /^(?:user|human|me|q|question|customer|client|student|system|assistant|ai|bot|chatbot|model|a|answer|gpt|chatgpt|claude|agent|support|teacher|nutzer|benutzer|kunde|frage|assistent|antwort|utilisateur|assistante?|usuario|usuário|utente|gebruiker|użytkownik|asystent|пользователь|ассистент|бот|користувач|асистент|kullanıcı|asistan|المستخدم|المساعد|사용자|어시스턴트|用户|助手|ユーザー|アシスタント|उपयोगकर्ता|सहायक|användare)$/iu
const ANSWERING =
  /^(?:system|assistant|ai|bot|chatbot|model|a|answer|gpt|chatgpt|claude|agent|support|assistent|antwort|assistante?|asystent|ассистент|бот|асистент|asistan|المساعد|어시스턴트|助手|アシスタント|सहायक)$/iu
// “[10:02] Ben: hello”, “**User:** hello”, “<Ben> hello”
const TURN =
  /^[ \t>*#]*(?:[[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\])]?[ \t]*(?:-[ \t]*)?)?[[<*]*([\p{L}][\p{L}\p{N} ._-]{0,24}?)[\]>*]*[:：>][*]*[ \t]*(.*)$/u

/** One turn of a pasted dialogue. */
interface Turn {
  speaker: string
  text: string
}

/** A question without the dialogue before it: its last request, and the one before that, to which a short one may refer. */
export interface LastTurn {
  text: string
  before: string | null
}

/** The last request of a pasted dialogue; any other question is returned as it is. */
export function lastTurn(query: string): LastTurn {
  const lines = query.split('\n')
  const turns: Turn[] = []
  for (const line of lines) {
    const [, speaker, said] = TURN.exec(line.slice(0, LONGEST_LINE)) ?? []
    if (speaker !== undefined && said !== undefined)
      turns.push({ speaker: speaker.trim().toLowerCase(), text: said + line.slice(LONGEST_LINE) })
    else if (turns.length === 0 && line.trim() !== '') return { text: query, before: null }
    else if (turns.length > 0) turns.at(-1)!.text += `\n${line}`
  }
  if (!isDialogue(turns)) return { text: query, before: null }
  const after = afterDialogue(turns.at(-1)!)
  if (after !== null) return { text: after, before: null }
  const asked = turns.filter(({ speaker, text }) => !ANSWERING.test(speaker) && text.trim() !== '')
  const last = asked.at(-1) ?? turns.at(-1)!
  return { text: last.text.trim(), before: asked.at(-2)?.text.trim() ?? null }
}

const LONGEST_LINE = 200

/** Whether lines of the form “name: text” are a dialogue: known roles, or speakers that speak more than once. */
function isDialogue(turns: Turn[]): boolean {
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  if (turns.length < 2 || speakers.size < 2) return false
  return turns.every(({ speaker }) => ROLE.test(speaker)) || speakers.size < turns.length
}

/** What stands below a dialogue, after a blank line, and asks about it. */
function afterDialogue({ text }: Turn): string | null {
  const paragraphs = text.split(/\n[ \t]*\n/)
  const last = paragraphs.at(-1)?.trim() ?? ''
  return paragraphs.length > 1 && last !== '' ? last : null
}
