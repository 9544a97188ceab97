import { describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'
import { DEMO_FILE } from './demo.ts'

describe('antiphon trace', () => {
  it('tells the life of a result that was summed up', async () => {
    const { code, stdout } = await runHere(['trace', DEMO_FILE, '01BWgMZh'], { env: { COLUMNS: '100' } })
    expect(code).toBe(0)
    expect(stdout).toContain('Read: /home/dev/lighthouse/docs/pattern.png\ntoolu_01BWgMZhPvNJPVzORtk56Q4N\n')
    expect(stdout).toMatch(/message\.content {2}blocks: image, \d+ characters/)
    expect(stdout).toMatch(/pairToolResults +kept +reply\[0\]/)
    expect(stdout).toMatch(/5–11 +messages\[8\]\.content\[0\] +as it was at first\n +12–17 +– +not in it\n/)
    expect(stdout).toContain('summed up by a compaction at 2026-11-14T08:04:34.132Z (entry 5e26623f)')
  })

  it('prints it as JSON', async () => {
    const { stdout } = await runHere(['trace', DEMO_FILE, 'toolu_01LostAtSea', '--json'])
    const { steps, call } = JSON.parse(stdout)
    expect(call).toBeNull()
    expect(steps).toContainEqual(expect.objectContaining({ stage: 'pairToolResults', effect: 'changed' }))
  })

  it('names what is near, and what is not clear', async () => {
    const wrong = await runHere(['trace', DEMO_FILE, 'toolu_01BWgMZhPvNJPVzORtk56Q4X'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('The nearest of 17:\n  toolu_01BWgMZhPvNJPVzORtk56Q4N  Read: ')
    const many = await runHere(['trace', DEMO_FILE, 'toolu_01'])
    expect(many.stderr).toContain('calls of')
    expect(many.stderr).toContain('Give more of it:\n  toolu_01')
    expect((await runHere(['trace', '--help'])).stdout).toContain('looked for in the logs of its subagents')
  })
})
