import { renderPromptWithContext } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { readEditorPrompt, toAcpPrompt } from './prompt-blocks.ts'

const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const

describe('a prompt of an editor', () => {
  it('keeps words, pictures, links and files apart', () => {
    const { text, contexts, images, refused } = readEditorPrompt(
      [
        { type: 'text', text: 'look at ' },
        { type: 'resource_link', name: 'a b.ts', uri: 'file:///home/ada/src/a%20b.ts#L10' },
        { type: 'resource', resource: { uri: 'file:///other/c.ts', text: 'const c = 1' } },
        { type: 'resource_link', name: 'page', uri: 'https://example.org/x', title: 'A page' },
        picture,
        { type: 'text', text: 'please' },
      ],
      '/home/ada',
    )
    expect({ text, refused }).toEqual({ text: 'look at please', refused: null })
    expect(contexts).toEqual([
      {
        reference: { type: 'FileReference', path: 'src/a b.ts', fullPath: '/home/ada/src/a b.ts' },
        content: null,
      },
      {
        reference: { type: 'FileReference', path: '/other/c.ts', fullPath: '/other/c.ts' },
        content: 'const c = 1',
      },
      { reference: { type: 'WebReference', url: 'https://example.org/x', title: 'A page' }, content: null },
    ])
    expect(images).toEqual([{ name: 'image', mediaType: 'image/png', data: 'AAAA' }])
  })

  it('says what it cannot take instead of leaving it out', () => {
    expect(readEditorPrompt([{ type: 'audio', data: '', mimeType: 'audio/wav' }], '/').refused).toContain(
      'Sound',
    )
    expect(readEditorPrompt([{ ...picture, mimeType: 'image/tiff' }], '/').refused).toContain('image/tiff')
  })
})

describe('a prompt for another agent', () => {
  it('has the words without our quote block, and what was attached as links and data', () => {
    const content = renderPromptWithContext('mend it', [
      { reference: { type: 'FileReference', path: 'src/a.ts' }, content: null },
      { reference: { type: 'TerminalReference', lineCount: 1, isError: false }, content: 'boom' },
    ])
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    } as const
    const blocks = toAcpPrompt([...content, image], '/home/ada')
    expect(blocks.slice(0, 3)).toEqual([
      { type: 'text', text: 'mend it' },
      picture,
      { type: 'resource_link', name: 'src/a.ts', uri: 'file:///home/ada/src/a.ts' },
    ])
    expect(blocks[3]).toMatchObject({ type: 'text', text: expect.stringContaining('boom') })
    expect(blocks).toHaveLength(4)
  })

  it('is a text where it is one', () => {
    expect(toAcpPrompt('hello', '/')).toEqual([{ type: 'text', text: 'hello' }])
  })
})
