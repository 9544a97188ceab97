import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createControlBench } from '../../../../cli/test/control-bench.ts'

const bench = createControlBench()

describe('the session', () => {
  it('is named; a name for another one is refused', async () => {
    const driver = await bench.start(['Hello.'])
    await driver.say('hi')
    expect(await driver.get('rename_session', { title: ' New\u001b[31m name\n', source: 'host' })).toEqual({
      title: expect.stringMatching(/^New.*name$/),
    })
    expect(await driver.refusal('rename_session', { title: 'x', session_id: 'another' })).toContain('another')
    expect(await driver.refusal('rename_session', { title: ' \n' })).toContain('title')
    expect(await driver.refusal('set_color', { color: 'red' })).toContain('colour')
    await driver.end()
    const titles = (await bench.readLog()).filter(({ type }) => type === 'custom-title')
    expect(titles).toHaveLength(1)
    expect(titles[0]?.customTitle).not.toContain('\u001b')
  })

  it('tells what it used and what fills the window', async () => {
    await writeFile(join(bench.cwd(), 'CLAUDE.md'), 'Be brief.\n')
    const driver = await bench.start(
      [
        { calls: [{ name: 'Write', input: { file_path: join(bench.cwd(), 'new.txt'), content: 'a\nb\n' } }] },
        'Done.',
      ],
      { argv: ['--permission-mode', 'acceptEdits'] },
    )
    expect(await driver.get('get_session_cost')).toEqual({ text: expect.stringContaining('$0.0000') })
    await driver.say('write')
    expect(await driver.get('get_usage')).toMatchObject({
      session: {
        total_cost_usd: expect.any(Number),
        total_lines_added: 2,
        total_lines_removed: 0,
        model_usage: { 'claude-opus-5-5': { outputTokens: expect.any(Number) } },
      },
      subscription_type: null,
      rate_limits_available: false,
    })
    expect((await driver.get('get_session_cost')).text).toContain('2 lines added')
    for (const detail of ['summary', 'full'])
      expect(await driver.get('get_context_usage', { detail })).toMatchObject({
        model: 'claude-opus-5-5',
        totalTokens: expect.any(Number),
        memoryFiles: [{ path: join(bench.cwd(), 'CLAUDE.md'), tokens: expect.any(Number) }],
        systemTools: expect.arrayContaining([expect.objectContaining({ name: 'Bash' })]),
        apiUsage: { output_tokens: expect.any(Number) },
      })
  })
})
