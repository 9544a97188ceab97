import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { createBox } from '../../tool/box.ts'
import { createPlanModeTools } from './plan-mode-tools.ts'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'

afterEach(closeHarnesses)

describe('plan mode', () => {
  const [enter, exit] = createPlanModeTools()
  if (!enter || !exit) throw new Error('two tools')

  it('is entered and left again into the mode before', async () => {
    const mode = createBox<'default' | 'acceptEdits' | 'plan'>('acceptEdits')
    const harness = await harnessWith({ mode: mode as never })
    const entered = await harness.run(enter, {})
    expect(mode.get()).toBe('plan')
    expect(entered.outcome.data).toEqual({ message: expect.stringContaining('Plan mode is on') })
    const call = await harness.prepare(exit, { plan: '# Plan' })
    expect(call).toMatchObject({
      access: { kind: 'tool', detail: 'ExitPlanMode' },
      input: { plan: '# Plan' },
    })
    const left = await harness.run(exit, { plan: '# Plan' })
    expect(mode.get()).toBe('acceptEdits')
    expect(left.outcome.data).toEqual({ plan: '# Plan', isAgent: false })
  })

  it('takes the plan from its file, and shows it to whoever is asked', async () => {
    const place = await harnessWith()
    const planFile = place.path('plan.md')
    const harness = await harnessWith({ planFile, mode: createBox('plan') })
    expect((await harness.run(exit, {})).text).toContain(`Write it to ${planFile}`)
    writeFileSync(planFile, '1. Do it')
    expect((await harness.prepare(exit, {})).input).toEqual({ plan: '1. Do it', planFilePath: planFile })
    const { text, outcome } = await harness.run(exit, {})
    expect(text).toContain('1. Do it')
    expect(outcome.data).toEqual({ plan: '1. Do it', isAgent: false, filePath: planFile })
  })

  it('keeps the plan in the stored call and in its file, for people, where there is one', async () => {
    const [, keeping] = createPlanModeTools({ keepsPlans: true })
    const place = await harnessWith()
    const planFile = place.path('plans/plan.md')
    const { context } = await harnessWith({ planFile, mode: createBox('plan') })
    expect(keeping?.internalInputFields).toEqual(['plan', 'planFilePath'])
    expect(await keeping?.addInternalInput?.({}, context)).toEqual({})
    const kept = { plan: '# Plan', planFilePath: planFile }
    expect(await keeping?.addInternalInput?.({ plan: '# Plan' }, context)).toEqual(kept)
    expect(readFileSync(planFile, 'utf8')).toBe('# Plan')
    expect(await keeping?.addInternalInput?.({}, context)).toEqual(kept)
    context.services.mode.set('default')
    expect(await keeping?.addInternalInput?.({ plan: 'x' }, context)).toEqual({})
  })

  it('goes on in the mode that was chosen with the agreement', async () => {
    const harness = await harnessWith({ mode: createBox('plan') })
    await harness.prepare(exit, { plan: 'x' })
    harness.context.services.mode.set('acceptEdits')
    const { outcome } = await harness.run(exit, { plan: 'x, but smaller' })
    expect(outcome.data).toMatchObject({ plan: 'x, but smaller' })
    expect(harness.context.services.mode.get()).toBe('acceptEdits')
  })

  it('cannot be left when it is not on', async () => {
    const [, fresh = exit] = createPlanModeTools()
    const { outcome, text } = await (await harnessWith()).run(fresh, { plan: 'x' })
    expect([outcome.isError, text]).toEqual([true, expect.stringContaining('not on')])
  })
})
