import { checkUp, checkUpInSteps, diagnose, diagnoseInSteps } from '@antiphon/transcript'
import { describe, expect, it } from 'vitest'
import { runInTurn } from './run-in-turn.ts'

const LOG = new TextEncoder().encode(
  '{"type":"user","uuid":"9e503a42-53d3-4c76-a7ec-31e89bbb1ebb","parentUuid":null,"message":{"role":"user","content":"a"}}\n{"cut',
)

describe('runInTurn', () => {
  it('serves others while a log is examined, and finds the same', async () => {
    let served = 0
    const serve = (): void => {
      served++
      next = setImmediate(serve)
    }
    let next = setImmediate(serve)
    const found = await runInTurn(checkUpInSteps(LOG))
    clearImmediate(next)
    expect(found).toEqual(checkUp(LOG))
    expect(found.repair.changes).not.toEqual([])
    expect(await runInTurn(diagnoseInSteps(LOG))).toEqual(diagnose(LOG))
    // Each time that the log is read, and for each thing that is made of it.
    expect(served).toBeGreaterThan(6)
  })
})
