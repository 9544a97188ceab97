import type { RuleDescription, RuleOfFiles } from '@antiphon/core/wire'

/** What permission rules allow, in words. */
export type RuleTexts = {
  /** What is allowed, as the rest of a sentence that begins with "allows". */
  readonly allows: (description: RuleDescription) => string
  /** Stands before something else that is allowed, too. */
  readonly example: string
  /** Stands between where a rule would hold and the rule as it is written. */
  readonly written: string
}

export const RULES_ENGLISH: RuleTexts = {
  allows: description => `Allows ${sayEnglish(description)}`,
  example: ', for example also',
  written: '. Rule:',
}

export const RULES_CHINESE: RuleTexts = {
  allows: description => `允许${sayChinese(description)}`,
  example: '，例如也允许',
  written: '。规则：',
}

function sayEnglish(description: RuleDescription): string {
  switch (description.kind) {
    case 'every-use':
      return description.tool === 'Bash' ? 'every command' : `every use of ${description.tool}`
    case 'server':
      return `every tool of the server “${description.server}”`
    case 'tools':
      return `every tool whose name fits “${description.pattern}”`
    case 'command':
      return `this one command: “${description.command}”`
    case 'command-prefix':
      return `every command that begins with “${description.words}”`
    case 'command-pattern':
      return `every command that fits “${description.pattern}”, where * stands for anything`
    case 'files':
      return `${ENGLISH_USES[description.use] ?? `${description.tool} on`} ${sayFilesEnglish(description)}`
    case 'pages':
      return ENGLISH_PAGES[description.reach](description.domain)
    case 'detail':
      return `${description.tool} for ${ENGLISH_DETAILS[description.reach](description.detail)}`
    case 'nothing':
      return `nothing, since the rule cannot be read: ${description.problem}`
  }
}

const ENGLISH_USES: Readonly<Record<string, string>> = { read: 'reading', write: 'changing' }

function sayFilesEnglish({ reach, pattern }: RuleOfFiles): string {
  const path = toPath(pattern)
  if (reach === 'one') return `“${path}”, and all that is in it where it is a folder`
  if (reach === 'any-depth')
    return `everything called “${path}” in the working folder and in all folders below it`
  const place = isElsewhere(pattern) ? '' : ' in the working folder'
  const { folder, depth, ending } = readPattern(path)
  if (depth === undefined) return `every file that fits “${path}”${place}`
  const files = ending === '' ? 'every file' : `every file whose name ends in “${ending}”`
  if (folder === '')
    return `${files}${place || ' anywhere'}${depth === 'all' ? ' and all folders below it' : ''}`
  return `${files} ${depth === 'all' ? 'anywhere below' : 'directly in'} the folder “${folder}”${place}`
}

/** A path as people write it: a rule has two slashes before one that begins at the root, one before the project's. */
function toPath(pattern: string): string {
  return pattern.startsWith('//') ? pattern.slice(1) : pattern.replace(/^\.?\//, '')
}

type PatternParts = {
  readonly folder: string
  /** Undefined where there is no way to say it but the pattern itself. */
  readonly depth: 'all' | 'one' | undefined
  readonly ending: string
}

/** The usual patterns: all below a folder, all in it, or those of them with an ending. */
function readPattern(path: string): PatternParts {
  const { folder = '', stars, ending = '' } = USUAL.exec(path)?.groups ?? {}
  const isTold = USUAL.test(path)
  return {
    folder: folder.replace(/(?<=.)\/$/, ''),
    depth: isTold ? (stars?.startsWith('**') ? 'all' : 'one') : undefined,
    ending,
  }
}

const USUAL = /^(?<folder>(?:[^*?[\]{}]*\/)?)(?<stars>\*\*|\*\*\/\*|\*)(?<ending>(?:(?<!\*\*)\.[\w.-]+)?)$/

type PageReach = Extract<RuleDescription, { readonly kind: 'pages' }>['reach']
type DetailReach = Extract<RuleDescription, { readonly kind: 'detail' }>['reach']

const ENGLISH_PAGES: Readonly<Record<PageReach, (domain: string) => string>> = {
  host: domain => `fetching every page of ${domain}`,
  below: domain => `fetching every page of every host below ${domain}`,
  pattern: domain => `fetching every page of every host that fits “${domain}”`,
  all: () => 'fetching every page of the web',
}

const ENGLISH_DETAILS: Readonly<Record<DetailReach, (detail: string) => string>> = {
  exact: detail => `“${detail}”`,
  prefix: detail => `everything that begins with “${detail}”`,
  pattern: detail => `everything that fits “${detail}”`,
}

function sayChinese(description: RuleDescription): string {
  switch (description.kind) {
    case 'every-use':
      return description.tool === 'Bash' ? '所有命令' : `对 ${description.tool} 的一切使用`
    case 'server':
      return `服务器“${description.server}”的所有工具`
    case 'tools':
      return `名称符合“${description.pattern}”的所有工具`
    case 'command':
      return `仅这一条命令：“${description.command}”`
    case 'command-prefix':
      return `以“${description.words}”开头的所有命令`
    case 'command-pattern':
      return `符合“${description.pattern}”的所有命令（* 代表任意内容）`
    case 'files':
      return `${CHINESE_USES[description.use] ?? `用 ${description.tool} 处理`}${sayFilesChinese(description)}`
    case 'pages':
      return CHINESE_PAGES[description.reach](description.domain)
    case 'detail':
      return `将 ${description.tool} 用于${CHINESE_DETAILS[description.reach](description.detail)}`
    case 'nothing':
      return `的内容为空，因为无法读懂此规则：${description.problem}`
  }
}

const CHINESE_USES: Readonly<Record<string, string>> = { read: '读取', write: '修改' }

function sayFilesChinese({ reach, pattern }: RuleOfFiles): string {
  const path = toPath(pattern)
  if (reach === 'one') return `“${path}”；若它是文件夹，则包括其中的一切`
  if (reach === 'any-depth') return `工作文件夹及其所有下级文件夹里名为“${path}”的一切`
  const place = isElsewhere(pattern) ? '' : '工作文件夹'
  const { folder, depth, ending } = readPattern(path)
  if (depth === undefined) return `${place && `${place}里`}符合“${path}”的所有文件`
  const files = ending === '' ? '所有文件' : `名称以“${ending}”结尾的所有文件`
  const below = depth === 'all' ? '及其所有下级文件夹' : ''
  if (folder === '') return `${place || '任何位置'}${place && below}里的${files}`
  return `${place && `${place}里的`}“${folder}”文件夹${below}里的${files}`
}

const CHINESE_PAGES: Readonly<Record<PageReach, (domain: string) => string>> = {
  host: domain => `获取 ${domain} 的所有网页`,
  below: domain => `获取 ${domain} 之下所有主机的所有网页`,
  pattern: domain => `获取符合“${domain}”的所有主机的所有网页`,
  all: () => '获取任何网页',
}

const CHINESE_DETAILS: Readonly<Record<DetailReach, (detail: string) => string>> = {
  exact: detail => `“${detail}”`,
  prefix: detail => `以“${detail}”开头的一切`,
  pattern: detail => `符合“${detail}”的一切`,
}

/** At home, at the root of all files, or above the working folder. */
function isElsewhere(pattern: string): boolean {
  return /^(?:~|\/\/|\.\.\/)/.test(pattern)
}
