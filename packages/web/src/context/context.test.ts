import type { ContextReference } from '@antiphon/core'
import { addAttached, attach } from '@antiphon/core/chat'
import { createUserMessageWithContext, findMention } from '@antiphon/core/context'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_CHINESE } from '../language/chat-chinese.ts'
import { CHAT_ENGLISH } from '../language/chat-texts.ts'
import { formatReference, formatTag } from './format-reference.ts'
import { KIND_ICONS } from './kind-icons.ts'
import {
  CONTEXT_KINDS,
  computePickerOptions,
  type PickerOptionsInput,
  readAddress,
} from './picker-options.ts'
import { readContexts } from './read-contexts.ts'
import { removeMention } from './use-mention.ts'

const texts = CHAT_ENGLISH.context
const FILE: ContextReference = { type: 'FileReference', path: 'src/Main.kt', displayType: 'TAG' }

describe('findMention', () => {
  it.each([
    ['@', ''],
    ['look at @ma', 'ma'],
    ['看@文件', '文件'],
    ['(@src/a.ts', 'src/a.ts'],
  ])('finds what is typed in %s', (text, query) => {
    const mention = findMention(text, text.length)
    expect(mention?.query).toBe(query)
    expect(mention && removeMention(text, mention)).toBe(text.slice(0, text.lastIndexOf('@')))
  })

  it.each(['me@example.com', '@ma in', 'a@', 'none', '@@x@'])('finds none in %s', text => {
    expect(findMention(text, text.length)).toBeUndefined()
  })

  it('looks only before the caret, and takes out only what it found', () => {
    expect(findMention('@ab cd', 3)).toEqual({ start: 0, end: 3, query: 'ab' })
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const start = `${before} @`
        const mention = findMention(start + after, start.length)
        expect(mention && removeMention(start + after, mention)).toBe(`${before} ${after}`)
      }),
    )
  })
})

describe('computePickerOptions', () => {
  const input = (fields: Partial<PickerOptionsInput>): PickerOptionsInput => ({
    query: '',
    kind: undefined,
    suggestions: [],
    selected: '',
    texts,
    ...fields,
  })

  it('offers the nine kinds with their icons', () => {
    const options = computePickerOptions(input({ selected: 'some words' }))
    expect(options.slice(0, 9).map(({ icon }) => icon)).toEqual(Object.values(KIND_ICONS))
    expect(options.every(({ isDisabled }) => !isDisabled)).toBe(true)
    expect(CONTEXT_KINDS).toHaveLength(9)
  })

  it('offers the selection only where something is selected', () => {
    const find = (selected: string): object | undefined =>
      computePickerOptions(input({ selected })).find(({ key }) => key === 'SelectionReference')
    expect(find('')).toMatchObject({ isDisabled: true, choice: { kind: 'none' } })
    expect(find('words')).toMatchObject({
      detail: '“words”',
      choice: { attached: { content: 'words', reference: { displayType: 'TAG' } } },
    })
  })

  it('shows nothing of another kind while those of the chosen one are looked for', () => {
    const suggestions = [
      { reference: { type: 'FileReference', path: 'src/a.ts' }, content: null, label: 'a.ts', detail: null },
      {
        reference: { type: 'FolderReference', path: 'src', fileCount: 1 },
        content: null,
        label: 'src',
        detail: null,
      },
    ] as const
    const options = computePickerOptions(input({ kind: 'FolderReference', query: 'src', suggestions }))
    expect(options.map(({ label }) => label)).toEqual(['src'])
  })

  it('puts what was found before the kinds that match, once something is typed', () => {
    const suggestions = [{ reference: FILE, content: null, label: 'Main.kt', detail: 'src' }]
    const options = computePickerOptions(input({ query: 'fi', suggestions }))
    expect(options.map(({ label }) => label)).toEqual(['Main.kt', 'File'])
    expect(options[0]?.choice).toEqual({ kind: 'attach', attached: { reference: FILE, content: null } })
  })

  it('keeps to a kind that was chosen, and offers to paste what cannot be found', () => {
    expect(computePickerOptions(input({ kind: 'FileReference' }))).toEqual([])
    expect(computePickerOptions(input({ kind: 'TerminalReference' }))[0]?.choice).toEqual({
      kind: 'form',
      form: 'TerminalReference',
    })
    expect(computePickerOptions(input({ kind: 'ProblemsReference' }))[0]?.choice).toMatchObject({
      form: 'ProblemsReference',
    })
  })

  it('takes an address as a page, and nothing that only looks like one', () => {
    expect(readAddress(' https://example.com/a ')).toBe('https://example.com/a')
    for (const text of ['javascript:alert(1)', 'https://', 'http://a b', 'ftp://x', 'data:text/html,x'])
      expect(readAddress(text)).toBeUndefined()
  })

  it('shows hostile names as one harmless line', () => {
    const label = '\u202egnp.exe\n<img src=x onerror=alert(1)>\u0007'
    const suggestions = [{ reference: FILE, content: null, label, detail: '\u001b[31mred' }]
    const [option] = computePickerOptions(input({ query: 'x', suggestions }))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(`${option?.label}${option?.detail}`).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
  })
})

describe('attached context', () => {
  it('is attached once', () => {
    const once = addAttached([], attach(FILE))
    expect(addAttached(once, attach(FILE))).toBe(once)
    expect(addAttached(once, attach({ type: 'WorkspaceReference' }))).toHaveLength(2)
  })

  const EVERY: readonly ContextReference[] = [
    FILE,
    { type: 'WebReference', url: 'https://a.b', title: 'T' },
    { type: 'FolderReference', path: 'src/main', fileCount: 2 },
    { type: 'SymbolReference', name: 'go()', symbolType: 'FUNCTION', file: 'a.ts', line: 4 },
    { type: 'TerminalReference', lineCount: 5, isError: true },
    { type: 'ProblemsReference', count: 1, severity: 'ERROR' },
    { type: 'GitReference', gitType: 'DIFF' },
    { type: 'SelectionReference' },
    { type: 'WorkspaceReference' },
  ]

  it('is told in the words of the chosen language', () => {
    expect(EVERY.map(one => formatReference(one, texts))).toEqual([
      'src/Main.kt',
      'https://a.b (T)',
      'src/main (2 files)',
      'go() (FUNCTION) - a.ts:4',
      'Terminal output (5 lines, failed)',
      'Problems (1 problem) [ERROR]',
      'Git DIFF',
      'Selection',
      'Workspace',
    ])
    expect(EVERY.map(one => formatTag(one, CHAT_CHINESE.context)).slice(0, 5)).toEqual([
      'Main.kt',
      'T',
      'main',
      'go()',
      '终端输出 (5 行，失败)',
    ])
  })

  it('is read from the entry, else from the block, and the block is no part of the words', () => {
    const message = createUserMessageWithContext('Explain', EVERY)
    const [block] = message.message.content as readonly { readonly text: string }[]
    const text = block?.text ?? ''
    expect(readContexts(text, message)).toEqual({ text: 'Explain', references: EVERY })
    expect(readContexts(text, {}).references.map(({ type }) => type)).toEqual(EVERY.map(({ type }) => type))
    expect(readContexts('Hi', { contexts: [{ type: 'FileReference' }, 'x'] })).toEqual({
      text: 'Hi',
      references: [],
    })
  })
})
