import type { Entry } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { answered, call, entry, result, said, text, toSource } from '../../test/sample-export.ts'
import { findLeaks, HARMLESS_TEXTS, SECRET_FORMS } from '../../test/secret-forms/index.ts'
import { exportJson } from './export-json.ts'
import { exportMarkdown } from './export-markdown.ts'
import { exportTraining } from './export-training.ts'
import { createRedactor } from './redact.ts'

const OPTIONS = { hasThinking: true, hasBranches: true }

function redactWords(words: string): string {
  return String(createRedactor().value(words))
}

describe('every form of secret', () => {
  it('has a label and values of its own', () => {
    expect(SECRET_FORMS.length).toBeGreaterThanOrEqual(650)
    expect(new Set(SECRET_FORMS.map(({ label }) => label)).size).toBe(SECRET_FORMS.length)
    const values = SECRET_FORMS.map(({ secrets }) => secrets[0])
    expect(new Set(values).size).toBe(values.length)
  })

  it.each(SECRET_FORMS)('$label is taken out', form => {
    const redacted = redactWords(form.text)
    expect(findLeaks(form, redacted)).toEqual([])
    expect(redacted).toMatch(/\[redacted:[a-z0-9-]+\]/)
    expect(redactWords(redacted)).toBe(redacted)
  })

  it('is in none of the three formats, from a prompt, a call or a result', () => {
    for (const place of ['prompt', 'call', 'result'] as const) {
      const entries = SECRET_FORMS.flatMap(({ text: words }, index) => exchange(index, place, words))
      const redactor = createRedactor()
      // The redactor keeps the shape of what it is given.
      const source = toSource(entries.map(stored => redactor.value(stored) as Entry))
      const training = exportTraining(source.conversation.messages)
      expect(training.status).toBe('ready')
      const written = {
        json: [...exportJson(source, OPTIONS)].join(''),
        markdown: [...exportMarkdown(source, OPTIONS)].join(''),
        training: training.status === 'ready' ? training.text : '',
      }
      for (const [format, exported] of Object.entries(written))
        expect({
          format,
          place,
          left: SECRET_FORMS.filter(form => holdsAny(exported, form.secrets)),
        }).toEqual({
          format,
          place,
          left: [],
        })
    }
  })
})

function holdsAny(exported: string, secrets: readonly string[]): boolean {
  return secrets.some(
    secret => exported.includes(secret) || exported.includes(JSON.stringify(secret).slice(1, -1)),
  )
}

function exchange(index: number, place: 'prompt' | 'call' | 'result', words: string): readonly Entry[] {
  const at = (wanted: string): string => (place === wanted ? words : 'words')
  const id = `toolu_${index}`
  const parent = index === 0 ? null : `d${index - 1}`
  return [
    entry(`a${index}`, parent, said(at('prompt'))),
    entry(`b${index}`, `a${index}`, answered(`m${index}`, call(id, 'Bash', { command: at('call') }))),
    entry(`c${index}`, `b${index}`, {
      ...said([result(id, at('result'))]),
      toolUseResult: { stdout: at('result') },
    }),
    entry(`d${index}`, `c${index}`, answered(`n${index}`, text('Done.'))),
  ]
}

describe('what only looks like a secret', () => {
  it('is a table worth its name', () => {
    expect(new Set(HARMLESS_TEXTS).size).toBeGreaterThanOrEqual(100)
  })

  it.each(HARMLESS_TEXTS)('stays: %s', words => {
    expect(redactWords(words)).toBe(words)
  })
})
