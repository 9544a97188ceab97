import { describe, expect, it } from 'vitest'
import { CONTEXT_ICONS, type ContextReference, isContextReference } from '../message/context-reference.ts'
import { addContext, renderContext } from './render-context.ts'

// The table of seed 000, one line a kind, and the variants that its text names.
const LINES: readonly (readonly [ContextReference, string])[] = [
  [{ type: 'FileReference', path: 'src/main/kotlin/Main.kt' }, '> - 📄 `src/main/kotlin/Main.kt`'],
  [
    { type: 'WebReference', url: 'https://example.com', title: '网页标题' },
    '> - 🌐 https://example.com (网页标题)',
  ],
  [{ type: 'WebReference', url: 'https://example.com' }, '> - 🌐 https://example.com'],
  [{ type: 'FolderReference', path: 'src/main', fileCount: 25 }, '> - 📁 `src/main` (25个文件)'],
  [
    { type: 'SymbolReference', name: 'MyClass.method()', symbolType: 'FUNCTION', file: 'Main.kt', line: 45 },
    '> - 🔗 `MyClass.method()` (FUNCTION) - Main.kt:45',
  ],
  [{ type: 'TerminalReference', lineCount: 50, isError: true }, '> - 💻 终端输出 (50行) ⚠️'],
  [{ type: 'TerminalReference', lineCount: 50, isError: false }, '> - 💻 终端输出 (50行)'],
  [{ type: 'ProblemsReference', count: 3, severity: 'ERROR' }, '> - ⚠️ 问题报告 (3个) [ERROR]'],
  [{ type: 'ProblemsReference', count: 3 }, '> - ⚠️ 问题报告 (3个)'],
  [{ type: 'GitReference', gitType: 'DIFF' }, '> - 🔀 Git DIFF'],
  [{ type: 'SelectionReference' }, '> - ✏️ 当前选择内容'],
  [{ type: 'WorkspaceReference' }, '> - 🏠 当前工作区'],
]

describe('renderContext', () => {
  it.each(LINES)('writes %j as the seed does', (reference, line) => {
    expect(renderContext([reference])).toBe(`> **上下文资料**\n> \n${line}\n\n`)
  })

  it('is tried here with every kind', () => {
    expect(new Set(LINES.map(([reference]) => reference.type))).toEqual(new Set(Object.keys(CONTEXT_ICONS)))
  })

  it('says nothing without references', () => {
    expect(renderContext([])).toBe('')
    expect(addContext('hello', [])).toBe('hello')
  })

  it('keeps the look of paths and links of all platforms', () => {
    const references: readonly ContextReference[] = [
      { type: 'FileReference', path: 'C:\\Users\\me\\a & b (1).kt' },
      { type: 'WebReference', url: 'https://example.com/?a=1&b=%20#top' },
    ]
    expect(renderContext(references)).toContain(
      '> - 📄 `C:\\Users\\me\\a & b (1).kt`\n> - 🌐 https://example.com/?a=1&b=%20#top\n',
    )
  })

  it('writes what would break its line as character references', () => {
    expect(renderContext([{ type: 'FileReference', path: 'a\nb`c&#10;' }])).toContain(
      '> - 📄 `a&#10;b&#96;c&#38;#10;`\n',
    )
  })

  it('leaves out what a file calls a reference and is none', () => {
    const broken = [
      null,
      'x',
      {},
      { type: 'FileReference' },
      { type: 'toString' },
      { type: 'FolderReference', path: 'a', fileCount: null },
    ]
    expect(broken.some(isContextReference)).toBe(false)
    expect(renderContext(broken as unknown as readonly ContextReference[])).toBe('')
  })
})
