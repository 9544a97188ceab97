import type { ChangedLine, DefectHarm, LogVerdict } from '@antiphon/server/protocol'
import { DEFECTS_CHINESE, type DefectTexts } from './defects-chinese.ts'
import { describeInChinese } from './details-chinese.ts'

/** The texts of this part of the page. */
export type DoctorTexts = {
  readonly title: string
  readonly hint: string
  readonly progress: (done: number, all: number) => string
  readonly counts: (damaged: number, quirks: number, all: number) => string
  readonly onlyDamaged: string
  readonly again: string
  readonly listening: string
  readonly nothing: string
  readonly noneDamaged: string
  readonly verdicts: Readonly<Record<LogVerdict, string>>
  readonly problems: Readonly<Record<'large' | 'too-large' | 'unreadable', string>>
  readonly harms: Readonly<Record<DefectHarm, string>>
  readonly quirk: string
  readonly columns: Readonly<
    Record<'verdict' | 'session' | 'errors' | 'warnings' | 'notes' | 'fixable' | 'size' | 'changed', string>
  >
  readonly subagent: string
  readonly more: (count: number) => string
  readonly overview: string
  readonly toSession: string
  readonly examining: string
  readonly facts: (lines: number, entries: number, size: string) => string
  /** What the defects come to. */
  readonly sum: (harms: Readonly<Record<DefectHarm, number>>, fixable: number, all: number) => string
  readonly quirksOnly: (quirks: number) => string
  readonly healthy: string
  readonly noSession: string
  readonly tooLarge: (size: string, limit: string) => string
  readonly found: string
  readonly ofThem: (fixable: number, count: number) => string
  readonly line: (line: number) => string
  readonly noPlace: string
  readonly morePlaces: (count: number) => string
  /** What each kind of defect is called and means; the server's own words where it is not here. */
  readonly defects: DefectTexts
  /** What is particular about one of them. */
  readonly detail: (kind: string, detail: string) => string
  readonly resume: string
  readonly resumeHint: (model: string) => string
  readonly resumeSame: string
  readonly before: string
  readonly after: string
  readonly messages: string
  readonly blocks: string
  readonly repairs: string
  readonly unsent: string
  readonly accepted: string
  readonly verdictOfApi: string
  readonly refused: (violations: number) => string
  readonly changes: (count: number) => string
  readonly changesHint: string
  readonly moreChanges: (count: number) => string
  readonly actions: Readonly<Record<ChangedLine['action'], string>>
  readonly fix: string
  readonly fixHint: string
  readonly held: string
  readonly fresh: string
  readonly ask: string
  readonly askWords: (changes: number) => string
  readonly askKept: string
  readonly askBackup: string
  readonly backupName: (file: string) => string
  readonly askWriters: string
  readonly fixNow: string
  readonly fixing: string
  readonly cancel: string
  readonly fixed: (changes: number) => string
  readonly unchanged: string
  readonly backup: string
  readonly undo: string
  readonly undoHint: string
  readonly copy: string
  readonly copied: string
  readonly notFixed: string
}

export const DOCTOR_ENGLISH: DoctorTexts = {
  title: 'Doctor',
  hint: 'Looks for everything in the stored sessions that readers have to tolerate. It only looks: a fix is made for one session at a time, when you ask for it.',
  progress: (done, all) => `${format(done)} of ${count(all, 'log')} examined`,
  counts: (damaged, quirks, all) =>
    `${count(all, 'log')}: ${format(damaged)} damaged, ${format(quirks)} with quirks`,
  onlyDamaged: 'Damaged only',
  again: 'Examine again',
  listening: 'Looking for sessions…',
  nothing: 'There are no sessions to examine.',
  noneDamaged: 'None is damaged.',
  verdicts: {
    healthy: 'healthy',
    quirks: 'healthy, with quirks',
    damaged: 'damaged',
    'no-session': 'not a session',
    unexamined: 'not examined',
  },
  problems: {
    large: 'large: open it to have it examined',
    'too-large': 'too large for the page',
    unreadable: 'cannot be read',
  },
  harms: { lost: 'lost', refused: 'refused by the API as stored', guessed: 'read by a guess' },
  quirk: 'quirk, nothing to do',
  columns: {
    verdict: 'Verdict',
    session: 'Session',
    errors: 'Lost or guessed',
    warnings: 'Refused',
    notes: 'Quirks',
    fixable: 'Fixable',
    size: 'Size',
    changed: 'Changed',
  },
  subagent: 'subagent',
  more: rows => `Show ${count(rows, 'more log')}`,
  overview: 'All sessions',
  toSession: 'Open the session',
  examining: 'Examining…',
  facts: (lines, entries, size) => `${count(lines, 'line')}, ${count(entries, 'entry', 'entries')}, ${size}`,
  sum: ({ lost, refused, guessed }, fixable, all) => {
    const harms = [
      ...(lost > 0 ? [`${format(lost)} lost`] : []),
      ...(refused > 0 ? [`${format(refused)} refused by the API as stored`] : []),
      ...(guessed > 0 ? [`${format(guessed)} read by a guess`] : []),
    ]
    const share =
      fixable === 0
        ? 'no fix can bring that back, and every resume copes with it.'
        : `a fix takes away ${fixable === all ? 'all of it' : `${format(fixable)} of ${count(all, 'finding')}`}.`
    return `${harms.join(', ')}; ${share}`
  },
  quirksOnly: quirks =>
    `Nothing to do; ${count(quirks, 'quirk')}: nothing is lost, and the API takes what a resume sends.`,
  healthy: 'Healthy. Nothing was found.',
  noSession: 'This is no session: no line is a message or a record of one. A fix would not touch it.',
  tooLarge: (size, limit) =>
    `This log has ${size}; the page examines at most ${limit}, so that the server stays quick. In a terminal it can be examined:`,
  found: 'What was found',
  ofThem: (fixable, all) => (fixable === all ? 'a fix takes it away' : `a fix takes away ${format(fixable)}`),
  line: line => `line ${format(line)}`,
  noPlace: 'whole file',
  morePlaces: places => `Show ${count(places, 'more place')}`,
  defects: {},
  detail: (_, detail) => detail,
  resume: 'What a resume would send',
  resumeHint: model => `To ${model}.`,
  resumeSame: 'What was said is the same before and after a fix.',
  before: 'Now',
  after: 'After a fix',
  messages: 'Messages',
  blocks: 'Blocks',
  repairs: 'Repairs on the way',
  unsent: 'Not sent, as not meant for the model',
  accepted: 'accepted',
  verdictOfApi: 'The API',
  refused: violations => `refuses it (${count(violations, 'violation')})`,
  changes: changes => `Preview: ${count(changes, 'line')} would change`,
  changesHint: 'Long lines are cut to where they change.',
  moreChanges: changes => `${count(changes, 'more line')} would change in the same way.`,
  actions: { removed: 'removed', rewritten: 'rewritten', added: 'added' },
  fix: 'Fix…',
  fixHint: 'Nothing is changed before you have said yes.',
  held: 'A program writes this session now. End it, and examine the session again; then it can be fixed.',
  fresh: 'This session changed less than a minute ago. If a program still writes it, end that first.',
  ask: 'Fix this session?',
  askWords: changes =>
    `${count(changes, 'line')} of the file will be removed, rewritten or added, as the preview shows. The repaired copy is read back and checked before it takes the file’s place.`,
  askKept: 'Nothing that was said is changed or lost.',
  askBackup: 'The file as it is now stays beside it:',
  backupName: file => `${file}.<time>.bak`,
  askWriters: 'End every program that writes this session first: ours are noticed, others are not.',
  fixNow: 'Fix it',
  fixing: 'Fixing…',
  cancel: 'Cancel',
  fixed: changes => `Fixed: ${count(changes, 'line')} changed.`,
  unchanged: 'There was nothing to fix; the file is as it was.',
  backup: 'The file as it was:',
  undo: 'To undo it',
  undoHint: 'End every program that writes this session, and put the backup back into its place:',
  copy: 'Copy',
  copied: 'Copied',
  notFixed: 'Nothing was fixed.',
}

export const DOCTOR_CHINESE: DoctorTexts = {
  title: '诊断',
  hint: '查找已存会话中读取程序不得不容忍的一切问题。这里只看不改：只有在您要求时，才会逐个修复会话。',
  progress: (done, all) => `已检查 ${format(done)} / ${format(all)} 个日志`,
  counts: (damaged, quirks, all) =>
    `${format(all)} 个日志：${format(damaged)} 个受损，${format(quirks)} 个有小特点`,
  onlyDamaged: '只看受损的',
  again: '重新检查',
  listening: '正在查找会话…',
  nothing: '没有可检查的会话。',
  noneDamaged: '没有受损的会话。',
  verdicts: {
    healthy: '正常',
    quirks: '正常，有小特点',
    damaged: '受损',
    'no-session': '不是会话',
    unexamined: '未检查',
  },
  problems: { large: '较大：打开后再检查', 'too-large': '对网页来说太大', unreadable: '无法读取' },
  harms: { lost: '有丢失', refused: '原样会被 API 拒绝', guessed: '靠推测读取' },
  quirk: '小特点，无需处理',
  columns: {
    verdict: '结论',
    session: '会话',
    errors: '丢失或推测',
    warnings: '被拒',
    notes: '小特点',
    fixable: '可修复',
    size: '大小',
    changed: '更改时间',
  },
  subagent: '子代理',
  more: rows => `再显示 ${format(rows)} 个日志`,
  overview: '全部会话',
  toSession: '打开会话',
  examining: '正在检查…',
  facts: (lines, entries, size) => `${format(lines)} 行，${format(entries)} 个条目，${size}`,
  sum: ({ lost, refused, guessed }, fixable, all) => {
    const harms = [
      ...(lost > 0 ? [`丢失 ${format(lost)} 处`] : []),
      ...(refused > 0 ? [`原样会被 API 拒绝 ${format(refused)} 处`] : []),
      ...(guessed > 0 ? [`靠推测读取 ${format(guessed)} 处`] : []),
    ]
    const share =
      fixable === 0
        ? '修复无法找回，但每次继续都能应付。'
        : fixable === all
          ? '修复可全部消除。'
          : `修复可消除 ${format(all)} 处中的 ${format(fixable)} 处。`
    return `${harms.join('，')}；${share}`
  },
  quirksOnly: quirks => `无需处理；${format(quirks)} 处小特点：没有丢失，API 也接受继续时发送的内容。`,
  healthy: '正常，没有发现问题。',
  noSession: '这不是会话：没有一行是会话的消息或记录。修复不会动它。',
  tooLarge: (size, limit) => `此日志有 ${size}；为保持服务器流畅，网页最多检查 ${limit}。可在终端中检查：`,
  found: '发现的问题',
  ofThem: (fixable, all) => (fixable === all ? '修复可消除' : `修复可消除 ${format(fixable)} 处`),
  line: line => `第 ${format(line)} 行`,
  noPlace: '整个文件',
  morePlaces: places => `再显示 ${format(places)} 处`,
  defects: DEFECTS_CHINESE,
  detail: describeInChinese,
  resume: '继续会话时会发送什么',
  resumeHint: model => `发送给 ${model}。`,
  resumeSame: '修复前后，说过的话都一样。',
  before: '现在',
  after: '修复后',
  messages: '消息',
  blocks: '内容块',
  repairs: '途中的修补',
  unsent: '不是给模型的，不发送',
  accepted: '接受',
  verdictOfApi: 'API',
  refused: violations => `拒绝（${format(violations)} 处违规）`,
  changes: changes => `预览：将更改 ${format(changes)} 行`,
  changesHint: '长行只显示更改之处。',
  moreChanges: changes => `另有 ${format(changes)} 行也会这样更改。`,
  actions: { removed: '删除', rewritten: '改写', added: '添加' },
  fix: '修复…',
  fixHint: '在您确认之前，不会更改任何内容。',
  held: '有程序正在写入此会话。请先结束它，再重新检查，然后才能修复。',
  fresh: '此会话在一分钟内有过更改。如果仍有程序在写入，请先结束它。',
  ask: '修复此会话？',
  askWords: changes =>
    `将按预览删除、改写或添加文件的 ${format(changes)} 行。修复后的副本会先读回并核对，再替换原文件。`,
  askKept: '说过的话不会被更改，也不会丢失。',
  askBackup: '文件现在的样子会保留在旁边：',
  backupName: file => `${file}.<时间>.bak`,
  askWriters: '请先结束所有写入此会话的程序：我们的程序会被发现，其他程序不会。',
  fixNow: '修复',
  fixing: '正在修复…',
  cancel: '取消',
  fixed: changes => `已修复：更改了 ${format(changes)} 行。`,
  unchanged: '没有需要修复的，文件保持原样。',
  backup: '修复前的文件：',
  undo: '如需撤销',
  undoHint: '结束所有写入此会话的程序，再把备份放回原处：',
  copy: '复制',
  copied: '已复制',
  notFixed: '没有进行任何修复。',
}

function format(value: number): string {
  return value.toLocaleString('en')
}

function count(value: number, noun: string, plural: string = `${noun}s`): string {
  return `${format(value)} ${value === 1 ? noun : plural}`
}
