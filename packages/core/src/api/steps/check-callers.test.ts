import { describe, expect, it } from 'vitest'
import { call, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { createLedger } from '../ledger.ts'
import { checkCallers } from './check-callers.ts'

const BY_PROGRAM = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' }

describe('checkCallers', () => {
  it.each([
    ['the model itself', [{ ...call('t'), caller: { type: 'direct' } }]],
    ['nobody', [call('t'), text('x')]],
  ])('leaves a call that names %s', (_, answer) => {
    expect(runStep(checkCallers, { answer })).toMatchObject({ same: true, repairs: [] })
  })

  it('leaves a call that names a program that is there, in this answer or before', () => {
    const ledger = createLedger()
    ledger.serverCalls.add('srvtoolu_1')
    expect(runStep(checkCallers, { answer: [{ ...call('t'), caller: BY_PROGRAM }], ledger })).toMatchObject({
      same: true,
      repairs: [],
    })
  })

  it.each([4, null, {}, { type: 3 }, { type: 'somebody' }, BY_PROGRAM])('takes %j off a call', caller => {
    const run = runStep(checkCallers, { answer: [{ ...call('t'), caller }] })
    expect(run.answer).toEqual([call('t')])
    expect(rulesOf(run.repairs)).toEqual(['TUP-16 edited'])
    expect(runAgain(checkCallers, run)).toMatchObject({ same: true })
  })
})
