import type { ContextReference } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { type AttachedPrompt, computeReferenceReport } from './compute-reference-report.ts'

const LAMP: ContextReference = { type: 'FileReference', path: 'src/lamp.ts' }
const TERMINAL: ContextReference = { type: 'TerminalReference', lineCount: 3, isError: false }

function prompt(references: readonly ContextReference[], more: Partial<AttachedPrompt> = {}): AttachedPrompt {
  return { session: 's1', project: '/p', time: 1, references, ...more }
}

describe('computeReferenceReport', () => {
  it('counts the same thing as the same, however it was named', () => {
    const report = computeReferenceReport([
      prompt([LAMP, { type: 'FolderReference', path: 'src', fileCount: 2 }]),
      prompt([{ ...LAMP, fullPath: '/p/src/lamp.ts' }], { session: 's2', time: 5 }),
      prompt([{ type: 'FolderReference', path: '/p/src', fileCount: 9 }]),
      prompt([LAMP], { project: '/elsewhere' }),
      prompt([TERMINAL, { ...TERMINAL, lineCount: 80 }]),
    ])
    expect(report.rows).toEqual([
      {
        type: 'FileReference',
        kind: 'file',
        label: 'src/lamp.ts',
        times: 2,
        prompts: 2,
        sessions: 2,
        last: 5,
      },
      { type: 'FolderReference', kind: 'folder', label: 'src', times: 2, prompts: 2, sessions: 1, last: 1 },
      { type: 'TerminalReference', kind: 'terminal', label: '', times: 2, prompts: 1, sessions: 1, last: 1 },
      {
        type: 'FileReference',
        kind: 'file',
        label: 'src/lamp.ts',
        times: 1,
        prompts: 1,
        sessions: 1,
        last: 1,
      },
    ])
    expect(report.kinds).toEqual([
      { kind: 'file', references: 2, times: 3, prompts: 3, sessions: 2, last: 5 },
      { kind: 'folder', references: 1, times: 2, prompts: 2, sessions: 1, last: 1 },
      { kind: 'terminal', references: 1, times: 2, prompts: 1, sessions: 1, last: 1 },
    ])
    expect(report.total).toEqual({ references: 4, times: 7, prompts: 5, sessions: 2, last: 5 })
  })

  it('counts a prompt once that several logs hold', () => {
    const one = prompt([LAMP], { uuid: 'u1' })
    expect(computeReferenceReport([one, { ...one, session: 'fork' }]).total).toMatchObject({ times: 1 })
  })

  it('tells nothing of nothing', () => {
    expect(computeReferenceReport([])).toEqual({
      total: { references: 0, times: 0, prompts: 0, sessions: 0, last: 0 },
      kinds: [],
      rows: [],
    })
  })
})
