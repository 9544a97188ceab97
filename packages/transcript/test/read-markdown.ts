/** What a reader of Markdown would find in a document of ours, told with another eye than the one that wrote it. */
export type ReadMarkdown = {
  readonly headings: readonly string[]
  /** Fences and folds that stay open, HTML that is not ours, pictures, control characters. */
  readonly problems: readonly string[]
}

/** Reads line by line: fences, then code within a line, then what is left must be harmless. */
export function readMarkdown(markdown: string): ReadMarkdown {
  const headings: string[] = []
  const problems: string[] = []
  let fence: string | null = null
  let folds = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(markdown))
    problems.push('a control character')
  for (const line of markdown.split('\n')) {
    const [, marks = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence !== null) {
      if (marks[0] === fence[0] && marks.length >= fence.length && info.trim() === '') fence = null
    } else if (marks !== '' && !(marks.startsWith('`') && info.includes('`'))) fence = marks
    else {
      if (/^<details><summary>[^<]*<\/summary>$/.test(line)) folds += 1
      else if (line === '</details>') folds -= 1
      else problems.push(...judgeProse(line))
      if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) headings.push(line.trimStart())
      if (folds < 0) problems.push('a fold that was closed before it was opened')
    }
  }
  if (fence !== null) problems.push(`an open fence ${fence}`)
  if (folds !== 0) problems.push(`${folds} open folds`)
  return { headings, problems }
}

function judgeProse(line: string): readonly string[] {
  const prose = withoutCode(line)
  return [
    ...(prose.open ? [`marks of code that do not end on their line: ${line}`] : []),
    ...(prose.text.includes('<') ? [`HTML: ${line}`] : []),
    ...(prose.text.includes('![') ? [`a picture: ${line}`] : []),
    ...(/\]\((?!https?:)/.test(prose.text) ? [`a link to elsewhere: ${line}`] : []),
    ...(/^ {0,3}(?:=+|-+)[ \t]*$/.test(line) ? [`an underline: ${line}`] : []),
    ...(line.includes('|') && /`[^`]*<[^`]*`/.test(line) && /(?<!\\)</.test(line)
      ? [`HTML in a table: ${line}`]
      : []),
  ]
}

function withoutCode(line: string): { readonly text: string; readonly open: boolean } {
  let text = ''
  for (let index = 0; index < line.length; ) {
    if (line[index] === '\\') {
      // What is escaped is only itself.
      text += '.'
      index += 2
    } else if (line[index] === '`') {
      const marks = /^`+/.exec(line.slice(index))?.[0] ?? ''
      const rest = line.slice(index + marks.length)
      const end = [...rest.matchAll(/`+/g)].find(([run]) => run.length === marks.length)
      if (!end) return { text: text + rest, open: true }
      text += 'code'
      index += marks.length + end.index + marks.length
    } else {
      text += line[index]
      index += 1
    }
  }
  return { text, open: false }
}
