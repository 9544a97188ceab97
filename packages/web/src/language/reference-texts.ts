import type { ContextReference } from '@antiphon/core'

/** The texts of what was attached to prompts. */
export type ReferenceTexts = {
  readonly title: string
  readonly hint: string
  readonly nothing: string
  readonly sum: (times: string, things: string, prompts: string) => string
  readonly what: string
  readonly times: string
  readonly prompts: string
  readonly find: (what: string) => string
  readonly kinds: Readonly<Record<ContextReference['type'], string>>
}

export const REFERENCES_ENGLISH: ReferenceTexts = {
  title: 'What was attached to prompts',
  hint: 'Files, pages and the like that people gave with their words, and how often.',
  nothing: 'Nothing was attached to a prompt.',
  sum: (times, things, prompts) =>
    `${times === '1' ? 'once' : `${times} times`}, ${things === '1' ? 'one thing' : `${things} different things`}, in ${prompts === '1' ? 'one prompt' : `${prompts} prompts`}`,
  what: 'Attached',
  times: 'Times',
  prompts: 'Prompts',
  find: what => `Find the prompts with ${what}`,
  kinds: {
    FileReference: 'file',
    WebReference: 'web page',
    FolderReference: 'folder',
    SymbolReference: 'symbol',
    TerminalReference: 'terminal output',
    ProblemsReference: 'problems',
    GitReference: 'git',
    SelectionReference: 'selection',
    WorkspaceReference: 'workspace',
  },
}

export const REFERENCES_CHINESE: ReferenceTexts = {
  title: '附加到提示的上下文',
  hint: '人们随提示给出的文件、网页等，以及次数。',
  nothing: '没有提示附加过上下文。',
  sum: (times, things, prompts) => `${times} 次，${things} 种内容，${prompts} 条提示`,
  what: '附加的内容',
  times: '次数',
  prompts: '提示',
  find: what => `查找附有 ${what} 的提示`,
  kinds: {
    FileReference: '文件',
    WebReference: '网页',
    FolderReference: '文件夹',
    SymbolReference: '符号',
    TerminalReference: '终端输出',
    ProblemsReference: '问题报告',
    GitReference: 'Git',
    SelectionReference: '选择内容',
    WorkspaceReference: '工作区',
  },
}
