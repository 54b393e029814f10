/** How a voice is called: its name, and beside it where it comes from. */
export interface VoiceLabel {
  title: string
  origin: string
}

/** A short label for the name of a seat, which is mostly the identifier of a model. */
export function voiceLabel(name: string): VoiceLabel {
  const [, offline, standsFor] = /^offline voice “(.+)” \(for (.+)\)$/.exec(name) ?? []
  if (offline !== undefined && standsFor !== undefined)
    return { title: `stand-in for ${voiceLabel(standsFor).title}`, origin: `built-in program “${offline}”` }
  const bare = name.replace(/^~/, '')
  const slash = bare.lastIndexOf('/')
  return slash === -1
    ? { title: bare, origin: '' }
    : { title: bare.slice(slash + 1), origin: bare.slice(0, slash) }
}
