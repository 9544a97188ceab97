import { CORPUS, corpusPath } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { runHere } from './test-io.ts'

describe('real sessions', () => {
  it('examines them all without an error, and would have each accepted by the API', async () => {
    const { code, stdout, stderr } = await runHere(['doctor', ...CORPUS.map(corpusPath)])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('the API refuses it')
    expect(stdout).toContain(`\n${CORPUS.length} files: `)
  })
})
