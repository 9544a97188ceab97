/** What is particular about one defect, in Chinese: by its kind, and by the numbers and names in the server's words. */
export function describeInChinese(kind: string, detail: string): string {
  const write = Object.hasOwn(DETAILS, kind) ? DETAILS[kind] : undefined
  if (write) return write({ numbers: detail.match(/\d+/g) ?? [], name: findName(detail) })
  // The rest are repairs of the model's view: their rule has one name in every language.
  return /\(([A-Za-z0-9-]+)\)$/.exec(detail)?.[1] ?? detail
}

type Values = {
  readonly numbers: readonly string[]
  /** A uuid, or the id of a call. */
  readonly name: string | undefined
}

type Write = (values: Values) => string

const bytes: Write = ({ numbers: [count = '?'] }) => `${count} 字节`
const follows: Write = ({ name }) => (name ? `接在 ${name} 之后` : '前面没有消息')
const call: Write = ({ name = '?' }) => `调用 ${name}`

const DETAILS: Readonly<Record<string, Write>> = {
  torn: bytes,
  nul: bytes,
  'invalid-text': () => '以 U+FFFD 代替读取',
  'not-utf8': bytes,
  'not-json': bytes,
  'not-object': bytes,
  'too-long': bytes,
  'blank-line': bytes,
  glued: () => '与同一行的另一个条目相连',
  'byte-order-mark': () => '在条目之前',
  'no-final-newline': () => '最后一行没有结束',
  'carriage-return': ({ numbers: [some = '?', all = '?'] }) => `${all} 行中的 ${some} 行`,
  'several-sessions': ({ numbers: [count = '?'] }) => `${count} 个会话`,
  'stored-progress': ({ numbers: [some = '?', all = '?'] }) => `${all} 个条目中的 ${some} 个`,
  'no-uuid': ({ name = '?' }) => `读作 ${name}`,
  'duplicate-entry': () => '与之前的条目相同',
  'conflicting-entry': () => '取更完整的版本',
  'uuid-collision': ({ name = '?' }) => `涉及 ${name}`,
  'unlinked-entry': follows,
  'dangling-parent': follows,
  'dangling-logical-parent': follows,
  'lost-root': follows,
  'self-parent': follows,
  'parent-cycle': follows,
  'preserved-segment': () => '保留的消息留在压缩之前',
  'distant-call': call,
  'distant-result': call,
}

/** The first word that is a name and not a word of the sentence: it has a digit, a dash or an underscore. */
function findName(detail: string): string | undefined {
  return detail.split(/[\s,;]+/).find(word => /[\d_-]/.test(word))
}
