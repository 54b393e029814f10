import { describe, expect, it } from 'vitest'
import { StartError } from '../contract/start-error.ts'
import { readSettings, settingsText } from './settings.ts'

describe('secrets in files', () => {
  const files: Record<string, string> = {
    '/run/keys': 'alice:a-long-random-key\n',
    '/run/router': ' sk-or-secret \r\n',
    '/run/empty': ' \n',
  }
  const readText = (path: string) => {
    const text = files[path]
    if (text === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' })
    return text
  }
  const problemsWithFiles = (environment: Record<string, string>) => {
    try {
      readSettings(environment, readText)
    } catch (error) {
      expect(error).toBeInstanceOf(StartError)
      return (error as Error).message.split('\n')
    }
    return []
  }

  it('are read without the white space around them', () => {
    const settings = readSettings(
      { API_KEYS_FILE: '/run/keys', OPENROUTER_API_KEY_FILE: ' /run/router ' },
      readText,
    )
    expect(settings.API_KEYS).toEqual(readSettings({ API_KEYS: 'alice:a-long-random-key' }).API_KEYS)
    expect(settings.OPENROUTER_API_KEY).toBe('sk-or-secret')
  })

  it('are read for endpoints too, of which one may be empty', () => {
    const environment = {
      ENDPOINTS: 'groq=https://groq.example/v1;ollama=http://127.0.0.1:1/v1',
      GROQ_API_KEY_FILE: '/run/router',
      OLLAMA_API_KEY_FILE: '/run/empty',
    }
    const keys = readSettings(environment, readText).ENDPOINTS.map(({ apiKey }) => apiKey)
    expect(keys).toEqual(['sk-or-secret', null])
    expect(problemsWithFiles({ ...environment, GROQ_API_KEY: 'key' })).toEqual([
      'GROQ_API_KEY and GROQ_API_KEY_FILE are both set; unset one of them',
    ])
  })

  it.each([
    'API_KEYS',
    'OPENROUTER_API_KEY',
    'OPENAI_API_KEY',
    'ANTHROPIC_API_KEY',
    'GEMINI_API_KEY',
    'EMBEDDER_API_KEY',
    'BRAVE_API_KEY',
    'TAVILY_API_KEY',
  ])('can be named for %s', (name) => {
    expect(readSettings({ [`${name}_FILE`]: '/run/keys' }, readText)).not.toEqual(readSettings({}))
    expect(settingsText()).toMatch(new RegExp(`NAME_FILE.*\\b${name}\\b`))
  })

  it('are refused together with the variable itself, when unreadable and when empty, all at once', () => {
    expect(
      problemsWithFiles({
        API_KEYS: 'alice:a-long-random-key',
        API_KEYS_FILE: '/run/keys',
        OPENAI_API_KEY_FILE: '/run/missing',
        DATABASE_URL_FILE: '/run/empty',
      }),
    ).toEqual([
      'DATABASE_URL_FILE: the file /run/empty is empty; write the value into it',
      'API_KEYS and API_KEYS_FILE are both set; unset one of them',
      'OPENAI_API_KEY_FILE: the file /run/missing cannot be read (ENOENT)',
    ])
  })

  it('of providers may be empty: that provider is not asked', () => {
    expect(readSettings({ OPENROUTER_API_KEY_FILE: '/run/empty' }, readText)).toEqual(readSettings({}))
  })

  it('count as unset when the variable is empty, and leave other variables alone', () => {
    expect(readSettings({ API_KEYS_FILE: ' ', HOST_FILE: '/run/missing' }, readText)).toEqual(
      readSettings({}),
    )
  })

  it('are not shown in error messages', () => {
    files['/run/bad'] = 'no-colon-hunter2'
    const problems = problemsWithFiles({ API_KEYS_FILE: '/run/bad' })
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toContain('hunter2')
  })
})
