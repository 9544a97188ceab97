export type ContentOptions = {
  readonly path: string
  /** What the person said behind the path. */
  readonly description: string
  readonly unmask: (text: string) => string
}

/** What goes into a new file: what was quoted, a program that prints something, or a note of what was wanted. */
export function contentFor({ path, description, unmask }: ContentOptions): string {
  const explicit = EXPLICIT.exec(description)
  const printed = PRINTS.exec(description)
  // “that prints hello with love” is a program, “with the text he prints” is a text.
  if (printed && !(explicit && explicit.index < printed.index)) {
    return program(path, unmask(printed[1] ?? '').trim())
  }
  if (explicit) return ended(unmask(explicit[1] ?? ''))
  if (/^[\ue000-\uf8ff]$/.test(description)) return ended(unmask(description))
  const wanted = unmask(description).replace(/^(?:that|which|with|，|,|:|：)\s*/i, '')
  return wanted === '' ? startOf(path) : comment(path, wanted)
}

const EXPLICIT =
  /(?:with (?:the )?(?:contents?|text)|containing|saying|with|内容(?:为|是)?|写着|写上|包含)\s*[:：]?\s*(\S.*)$/isu
const PRINTS = /(?:prints?|says?|outputs?|logs?|echo(?:es)?|displays?|打印出?|输出|显示)\s*[:：]?\s*(.+)$/is

function ended(text: string): string {
  return `${text.trim()}\n`
}

const PROGRAMS: Readonly<Record<string, (text: string) => string>> = {
  py: text => `print(${JSON.stringify(text)})\n`,
  js: text => `console.log(${JSON.stringify(text)})\n`,
  mjs: text => `console.log(${JSON.stringify(text)})\n`,
  ts: text => `console.log(${JSON.stringify(text)})\n`,
  sh: text => `#!/bin/sh\necho ${JSON.stringify(text).replaceAll('$', '\\$').replaceAll('`', '\\`')}\n`,
  rb: text => `puts ${JSON.stringify(text)}\n`,
  go: text => `package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println(${JSON.stringify(text)})\n}\n`,
  rs: text => `fn main() {\n    println!("{}", ${JSON.stringify(text)});\n}\n`,
  c: text => `#include <stdio.h>\n\nint main(void) {\n  puts(${JSON.stringify(text)});\n  return 0;\n}\n`,
  html: text => `<!doctype html>\n<title>${escapeHtml(text)}</title>\n<p>${escapeHtml(text)}</p>\n`,
}

function program(path: string, text: string): string {
  return PROGRAMS[extensionOf(path)]?.(text) ?? `${text}\n`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const HASH: readonly string[] = ['py', 'sh', 'rb', 'yaml', 'yml', 'toml']
const SLASHES: readonly string[] = ['js', 'mjs', 'ts', 'tsx', 'jsx', 'go', 'rs', 'c', 'cpp', 'java']

/** Without a language model nobody can write it; the wish is noted where it belongs. */
function comment(path: string, wanted: string): string {
  const extension = extensionOf(path)
  const lines = wanted.split('\n')
  if (HASH.includes(extension)) return `${lines.map(line => `# TODO: ${line}`).join('\n')}\n`
  if (SLASHES.includes(extension)) return `${lines.map(line => `// TODO: ${line}`).join('\n')}\n`
  if (extension === 'json') return `${JSON.stringify({ todo: wanted }, null, 2)}\n`
  return `${wanted}\n`
}

function startOf(path: string): string {
  const name = path.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')
  switch (extensionOf(path)) {
    case 'md':
      return `# ${name}\n`
    case 'json':
      return '{}\n'
    default:
      return comment(path, name)
  }
}

function extensionOf(path: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}
