import type { Entry } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plantedSecret } from '../../test/planted-secrets.ts'
import { answered, call, entry, result, said, text, toSource } from '../../test/sample-export.ts'
import { exportJson } from './export-json.ts'
import { exportMarkdown } from './export-markdown.ts'
import { exportTraining } from './export-training.ts'
import { createRedactor } from './redact.ts'

const OPTIONS = { hasThinking: true, hasBranches: true }

/** A session with something at each place where somebody's words may stand. */
function session(at: (place: number) => string): readonly Entry[] {
  return [
    { type: 'custom-title', customTitle: at(0), sessionId: 's1' },
    entry('u1', null, { ...said(at(1)), cwd: at(2) }),
    entry('u2', 'u1', answered('m1', { type: 'thinking', thinking: at(3), signature: 'c2ln' }, text(at(4)))),
    entry('u3', 'u2', answered('m1', call('toolu_1', 'Bash', { command: at(5), nested: [{ deep: at(6) }] }))),
    entry('u4', 'u3', {
      ...said([result('toolu_1', [text(at(7))])]),
      toolUseResult: { stdout: at(8), lines: [at(9)] },
    }),
    entry('u5', 'u1', answered('m2', text(at(10)))),
    entry('u6', 'u4', answered('m3', text(JSON.stringify({ quoted: `\n${at(11)}` })))),
  ]
}

describe('an export', () => {
  it('holds no secret that stood in the session, in whichever format (law)', () => {
    const place = fc.integer({ min: 0, max: 11 })
    fc.assert(
      fc.property(plantedSecret, place, ({ text: planted, secret }, chosen) => {
        const redactor = createRedactor()
        const entries = session(index => (index === chosen ? `so: ${planted} there` : 'words'))
        // The redactor keeps the shape of what it is given.
        const source = toSource(entries.map(stored => redactor.value(stored) as Entry))
        const training = exportTraining(source.conversation.messages)
        const written = [
          ...exportJson(source, OPTIONS),
          ...exportMarkdown(source, OPTIONS),
          training.status === 'ready' ? training.text : '',
        ].join('')
        expect(training.status).toBe('ready')
        for (const line of secret.split('\n').filter(({ length }) => length > 5 && length < 200))
          if (!line.startsWith('-----')) expect(written).not.toContain(line)
        expect(Object.keys(redactor.counts())).not.toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
