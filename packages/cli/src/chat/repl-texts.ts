import type { ContextReference } from '@antiphon/core'
import type { WorkLanguage } from '@antiphon/core/turns'
import type { MemoryPlace } from '@antiphon/core/ui'
import type { TerminalTheme } from './terminal-colors.ts'

/** What the terminal says itself. */
export type ReplTexts = {
  readonly language: WorkLanguage
  readonly hint: string
  readonly starting: string
  readonly working: (time: string) => string
  readonly interrupting: string
  readonly again: Readonly<Record<'exit' | 'clear' | 'rewind', string>>
  readonly waiting: string
  readonly held: (count: number) => string
  readonly takeBack: string
  readonly paste: (number: number, lines: number) => string
  readonly contextKinds: Readonly<Record<ContextReference['type'], string>>
  readonly search: string
  readonly nothingFound: string
  readonly contextLeft: (percent: number) => string
  readonly storeAway: string
  /** What stands for the name of the model where none answers. */
  readonly demoModel: string
  /** That none answers, and how one would. */
  readonly demo: string
  readonly viModes: Readonly<Record<'normal' | 'insert', string>>
  readonly modes: Readonly<Record<string, string>>
  readonly once: string
  readonly always: (rules: string, place: string) => string
  readonly no: string
  readonly noReason: string
  readonly places: Readonly<Record<string, string>>
  readonly mayRun: (tool: string) => string
  readonly ofSubagent: string
  readonly choose: string
  /** The same where nothing is refused by leaving. */
  readonly pick: string
  readonly planTitle: string
  readonly planWays: readonly [string, string, string]
  readonly other: string
  readonly submit: string
  readonly accept: string
  readonly decline: string
  readonly openPage: string
  readonly proposed: string
  readonly wanted: string
  readonly asks: (server: string) => string
  readonly resumeTitle: string
  readonly rewindTitle: string
  readonly rewindWays: readonly [string, string, string]
  readonly rewound: string
  readonly noPrompts: string
  readonly listKeys: string
  readonly transcript: string
  readonly ended: string
  readonly ask: string
  readonly memory: string
  readonly remembered: (path: string) => string
  readonly retry: (attempt: number, most: number) => string
  readonly memoryPlaces: Readonly<Record<MemoryPlace, string>>
  readonly elsewhere: (name: string, what: string) => string
  readonly copied: string
  readonly calls: (count: number) => string
  readonly themes: Readonly<Record<TerminalTheme, string>>
  readonly renamed: (name: string) => string
  readonly modelNow: (model: string) => string
  readonly fresh: string
  readonly unknownMode: (modes: string) => string
  readonly busy: string
  readonly notify: Readonly<Record<'waits' | 'done', string>>
  readonly goOn: (command: string) => string
  readonly noTerminal: string
  readonly dumb: string
  readonly help: readonly (readonly [string, string])[]
}

export const REPL_ENGLISH: ReplTexts = {
  language: 'en',
  hint: '? for keys · / for commands · @ for context · ! for a command',
  starting: 'starting …',
  working: time => `Working … ${time} · esc to interrupt`,
  interrupting: 'Interrupting …',
  again: {
    exit: 'Press Ctrl-C again to leave',
    clear: 'Press Esc again to clear',
    rewind: 'Press Esc again to go back to an earlier message',
  },
  waiting: 'waits',
  held: count =>
    `${count === 1 ? 'A prompt waits' : `${count} prompts wait`} in this session from before. Enter sends, ↑ takes back.`,
  takeBack: '↑ to edit',
  paste: (number, lines) => `[Pasted text #${number} +${lines} lines]`,
  contextKinds: {
    FileReference: 'File',
    FolderReference: 'Folder',
    SymbolReference: 'Symbol',
    TerminalReference: 'Terminal output',
    ProblemsReference: 'Problems',
    GitReference: 'Git',
    WebReference: 'Web page',
    SelectionReference: 'Selection',
    WorkspaceReference: 'Workspace',
  },
  search: 'search',
  nothingFound: 'nothing found',
  contextLeft: percent => `${percent}% context left`,
  storeAway: '⚠ store away, kept on this machine',
  viModes: { normal: '-- NORMAL --', insert: '-- INSERT --' },
  demoModel: 'Demo model',
  demo: 'A demo model answers: rules, no language model. Set ANTHROPIC_API_KEY or install Claude Code for a real one.',
  modes: {
    default: '',
    acceptEdits: '⏵⏵ accept edits',
    plan: '⏸ plan mode',
    auto: '⏵⏵ auto mode',
    dontAsk: '⊘ ask nothing, deny instead',
    bypassPermissions: '⏵⏵ bypass permissions',
  },
  once: 'Yes, this once',
  always: (rules, place) => `Yes, and always allow ${rules} ${place}`,
  no: 'No',
  noReason: 'what to do instead (Enter to send)',
  places: {
    session: 'in this session',
    localSettings: 'in this folder, for you',
    projectSettings: 'in this project, for everyone',
    userSettings: 'everywhere',
    cliArg: 'in this session',
  },
  mayRun: tool => `May ${tool} run?`,
  ofSubagent: 'asked by a subagent',
  choose: '↑↓ or a number to choose · Enter · Esc to refuse and stop',
  pick: '↑↓ or a number to choose · Enter · Esc to leave it as it is',
  planTitle: 'Is this plan good?',
  planWays: ['Yes, and ask before each edit', 'Yes, and accept edits', 'No, keep planning'],
  other: 'Something else',
  submit: 'Space to mark, Enter to answer',
  accept: 'Answer',
  decline: 'Decline',
  openPage: 'Open the page',
  proposed: 'proposed',
  wanted: 'this is needed',
  asks: server => `The server “${server}” asks:`,
  resumeTitle: 'Go on with a session',
  rewindTitle: 'Go back to before which message?',
  rewindWays: ['Conversation and code', 'Only the conversation', 'Only the code'],
  rewound: 'Went back.',
  noPrompts: 'There is nothing to go back to yet.',
  listKeys: 'type to search · ↑↓ · Enter · Esc',
  transcript: 'Transcript · ↑↓ PgUp PgDn g G · q or Ctrl-O to close',
  ended: 'The agent has ended',
  ask: 'You',
  memory: 'Where shall this be remembered?',
  remembered: path => `Added to ${path}.`,
  memoryPlaces: {
    project: 'In the project, for everyone (CLAUDE.md)',
    user: 'For you, in all projects (CLAUDE.md of your own folder)',
    local: 'For you, in this project (CLAUDE.local.md)',
  },
  elsewhere: (name, what) => `/${name} is not done here. What does it: ${what}.`,
  calls: count => (count === 1 ? '1 call' : `${count} calls`),
  copied: 'going on in a copy; the session until here stays as it is',
  themes: {
    system: 'As the terminal says: dark or light by its background',
    dark: 'For a dark background',
    light: 'For a light background',
  },
  retry: (attempt, most) => `The API failed; trying again (${attempt} of ${most})`,
  renamed: name => `This session is called “${name}” now.`,
  modelNow: model => `The model is ${model}.`,
  fresh: 'new session',
  unknownMode: modes => `There is no such mode. Modes: ${modes}.`,
  busy: 'The agent works. Press Esc to interrupt it first.',
  notify: { waits: 'the agent waits for you', done: 'the agent has finished' },
  goOn: command => `Go on with: ${command}`,
  noTerminal:
    'antiphon chat needs a terminal for its input and output. In scripts use antiphon -p "PROMPT"; antiphon alone opens the window.',
  dumb: 'This terminal (TERM=dumb) cannot be drawn on. Use antiphon chat --screen-reader, antiphon -p "PROMPT", or antiphon for the window.',
  help: [
    [
      'Enter',
      'send; Shift-Enter where the terminal tells it, Alt-Enter, Ctrl-J or \\ Enter begins a new line',
    ],
    ['Esc', 'interrupt; twice: clear the line, or go back to an earlier message'],
    ['Ctrl-C', 'clear the line or interrupt; twice: leave (also Ctrl-D)'],
    ['Shift-Tab', 'change the permission mode'],
    ['↑ ↓', 'edit what waits, then earlier prompts; Ctrl-R searches them'],
    ['Ctrl-O', 'the whole session, with every call opened'],
    ['Ctrl-T', 'show or hide the list of tasks'],
    ['Ctrl-G', 'write in your editor ($VISUAL or $EDITOR)'],
    ['Ctrl-_', 'undo; Alt-Shift-Z redo; emacs keys move and cut'],
    ['vi', 'its keys: "editorMode": "vim" in ~/.antiphon/settings.json'],
    ['Ctrl-L', 'draw the screen again; Ctrl-Z stop, `fg` goes on'],
    ['/ @ ! #', 'commands, context, a shell command, something to remember'],
    ['@', 'Enter attaches what is found, Tab writes its path; Backspace at the start takes it off'],
  ],
}

export const REPL_CHINESE: ReplTexts = {
  language: 'zh-CN',
  hint: '? 查看按键 · / 命令 · @ 上下文 · ! 执行命令',
  starting: '正在启动……',
  working: time => `正在处理…… ${time} · 按 Esc 中断`,
  interrupting: '正在中断……',
  again: {
    exit: '再按一次 Ctrl-C 退出',
    clear: '再按一次 Esc 清空',
    rewind: '再按一次 Esc 回到之前的消息',
  },
  waiting: '等待中',
  held: count => `此会话中有 ${count} 条先前的提示在等待。回车发送，↑ 收回。`,
  takeBack: '↑ 编辑',
  paste: (number, lines) => `[粘贴的文本 #${number} +${lines} 行]`,
  contextKinds: {
    FileReference: '文件',
    FolderReference: '文件夹',
    SymbolReference: '符号',
    TerminalReference: '终端输出',
    ProblemsReference: '问题',
    GitReference: 'Git',
    WebReference: '网页',
    SelectionReference: '所选内容',
    WorkspaceReference: '工作区',
  },
  search: '搜索',
  nothingFound: '没有找到',
  contextLeft: percent => `上下文剩余 ${percent}%`,
  storeAway: '⚠ 存储断开，先存于本机',
  viModes: { normal: '-- 普通 --', insert: '-- 插入 --' },
  demoModel: '演示模型',
  demo: '由演示模型回答：它按规则工作，不是语言模型。设置 ANTHROPIC_API_KEY 或安装 Claude Code 以使用真实模型。',
  modes: {
    default: '',
    acceptEdits: '⏵⏵ 自动接受编辑',
    plan: '⏸ 计划模式',
    auto: '⏵⏵ 自动模式',
    dontAsk: '⊘ 不询问，直接拒绝',
    bypassPermissions: '⏵⏵ 跳过权限',
  },
  once: '允许这一次',
  always: (rules, place) => `允许，并且${place}总是允许 ${rules}`,
  no: '拒绝',
  noReason: '应该怎么做（回车发送）',
  places: {
    session: '在此会话中',
    localSettings: '在此文件夹中（仅自己）',
    projectSettings: '在此项目中（所有人）',
    userSettings: '在任何地方',
    cliArg: '在此会话中',
  },
  mayRun: tool => `允许运行 ${tool} 吗？`,
  ofSubagent: '由子代理提出',
  choose: '↑↓ 或数字选择 · 回车 · Esc 拒绝并停止',
  pick: '↑↓ 或数字选择 · 回车 · Esc 取消',
  planTitle: '这个计划可以吗？',
  planWays: ['可以，每次编辑前询问', '可以，并自动接受编辑', '不行，继续计划'],
  other: '其他',
  submit: '空格标记，回车回答',
  accept: '回答',
  decline: '拒绝回答',
  openPage: '打开页面',
  proposed: '建议值',
  wanted: '此项必填',
  asks: server => `服务器“${server}”询问：`,
  resumeTitle: '继续一个会话',
  rewindTitle: '回到哪条消息之前？',
  rewindWays: ['对话和代码', '仅对话', '仅代码'],
  rewound: '已回退。',
  noPrompts: '还没有可以回退的消息。',
  listKeys: '输入以搜索 · ↑↓ · 回车 · Esc',
  transcript: '完整记录 · ↑↓ PgUp PgDn g G · q 或 Ctrl-O 关闭',
  ended: '代理已结束',
  ask: '你',
  memory: '要记在哪里？',
  remembered: path => `已添加到 ${path}。`,
  memoryPlaces: {
    project: '项目，所有人可见（CLAUDE.md）',
    user: '仅自己，所有项目（个人文件夹的 CLAUDE.md）',
    local: '仅自己，此项目（CLAUDE.local.md）',
  },
  elsewhere: (name, what) => `此处不能执行 /${name}。可以使用：${what}。`,
  calls: count => `${count} 次调用`,
  copied: '在副本中继续；原会话保持不变',
  themes: {
    system: '跟随终端：按其背景选择深色或浅色',
    dark: '适合深色背景',
    light: '适合浅色背景',
  },
  retry: (attempt, most) => `API 出错，正在重试（${attempt}/${most}）`,
  renamed: name => `此会话现名为“${name}”。`,
  modelNow: model => `当前模型：${model}。`,
  fresh: '新会话',
  unknownMode: modes => `没有这个模式。可选：${modes}。`,
  busy: '代理正在工作。请先按 Esc 中断。',
  notify: { waits: '代理在等待你', done: '代理已完成' },
  goOn: command => `继续：${command}`,
  noTerminal:
    'antiphon chat 的输入和输出都需要终端。脚本中请用 antiphon -p "提示"；单独运行 antiphon 打开窗口。',
  dumb: '此终端（TERM=dumb）无法绘制。请用 antiphon chat --screen-reader、antiphon -p "提示"，或运行 antiphon 打开窗口。',
  help: [
    ['Enter', '发送；Shift-Enter（终端支持时）、Alt-Enter、Ctrl-J 或 \\ Enter 换行'],
    ['Esc', '中断；连按两次：清空输入，或回到之前的消息'],
    ['Ctrl-C', '清空输入或中断；连按两次退出（Ctrl-D 亦可）'],
    ['Shift-Tab', '切换权限模式'],
    ['↑ ↓', '编辑等待中的提示，然后是历史；Ctrl-R 搜索历史'],
    ['Ctrl-O', '整个会话，展开所有调用'],
    ['Ctrl-T', '显示或隐藏任务列表'],
    ['Ctrl-G', '用编辑器书写（$VISUAL 或 $EDITOR）'],
    ['Ctrl-_', '撤销；Alt-Shift-Z 重做；移动和剪切同 emacs'],
    ['vi', 'vi 键位：在 ~/.antiphon/settings.json 中设 "editorMode": "vim"'],
    ['Ctrl-L', '重绘屏幕；Ctrl-Z 挂起，`fg` 恢复'],
    ['/ @ ! #', '命令、上下文、shell 命令、记忆'],
    ['@', '回车附上找到的内容，Tab 写入路径；在行首按退格键移除'],
  ],
}
