import { describe, expect, it } from 'vitest'
import { readReferences } from './read-references.ts'

const FILE = { type: 'FileReference', path: 'a.ts', displayType: 'TAG' }
const TEXT = '> **上下文资料**\n> \n> - 📄 `a.ts`\n\nlook'

describe('readReferences', () => {
  it('takes the data where a line has it', () => {
    const contexts = [{ ...FILE, fullPath: '/p/a.ts' }, 'none', { type: 'x' }]
    expect(readReferences({ type: 'user', message: { content: TEXT }, contexts })).toEqual([contexts[0]])
  })

  it('else reads the block, of a text and of blocks', () => {
    expect(readReferences({ type: 'user', message: { content: TEXT } })).toEqual([FILE])
    const content = [{ type: 'image' }, { type: 'text', text: TEXT }]
    expect(readReferences({ type: 'user', message: { content } })).toEqual([FILE])
  })

  it('knows prompts that were heard while the model worked', () => {
    const attachment = { type: 'queued_command', prompt: TEXT }
    expect(readReferences({ type: 'attachment', attachment })).toEqual([FILE])
    expect(readReferences({ type: 'attachment', attachment: { type: 'file', prompt: TEXT } })).toEqual([])
  })

  it.each([
    null,
    [],
    'x',
    { type: 'user' },
    { type: 'user', message: { content: 5 } },
    { type: 'assistant', message: { content: TEXT } },
  ])('finds nothing in %j', entry => {
    expect(readReferences(entry)).toEqual([])
  })
})
