import { describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'

describe('antiphon context', () => {
  const block = '> **上下文资料**\n> \n> - 📄 `a.ts`\n> - 🌐 https://x.example (X)\n\n'

  it('renders the block in the order of the flags', async () => {
    const argv = [
      'context',
      'render',
      '--file',
      'a.ts',
      '--web',
      'https://x.example',
      '--title',
      'X',
      '--prompt',
      '看看',
    ]
    expect((await runHere(argv)).stdout).toBe(`${block}看看\n`)
    const { text, contexts } = JSON.parse((await runHere([...argv, '--json'])).stdout)
    expect(text).toBe(`${block}看看`)
    expect(contexts.map(({ type }: { type: string }) => type)).toEqual(['FileReference', 'WebReference'])
  })

  it('parses what it rendered', async () => {
    const { stdout } = await runHere(['context', 'parse'], { stdin: `${block}看看\n` })
    expect(stdout).toBe('FileReference  📄 `a.ts`\nWebReference   🌐 https://x.example (X)\n\n看看\n')
    const parsed = JSON.parse(
      (await runHere(['context', 'parse', '-', '--json'], { stdin: `${block}看看` })).stdout,
    )
    expect(parsed.text).toBe('看看')
    expect(parsed.references).toHaveLength(2)
  })

  it('says where there is no block, and keeps the text', async () => {
    const { code, stdout, stderr } = await runHere(['context', 'parse'], { stdin: 'only words\n' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'only words\n' })
    expect(stderr).toBe('There is no context block at the head of this text.\n')
  })
})
