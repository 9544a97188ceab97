import { count, format } from './words.ts'

export const HOME_ENGLISH = {
  title: 'Home',
  /** One sentence: who waits, who works, what was spent today. */
  sentence: (waiting: number, working: number, today: string | null): string =>
    [describeAgents(waiting, working), ...(today === null ? [] : [`${today} today.`])].join(' '),
  ask: (project: string | null): string =>
    project === null ? 'What should an agent do?' : `What should an agent do in ${project}?`,
  now: 'Running now',
  resumeLast: 'Resume last',
  checkSessions: 'Check sessions',
  waits: 'Waits for you',
  working: 'Working',
  elsewhere: 'in another program',
  allow: 'Allow',
  deny: 'Deny',
  reviewEdit: 'Review edit',
  review: 'Review',
  step: (step: number, steps: number): string => `Step ${format(step)} of ${format(steps)}`,
  stepsDone: (done: number, steps: number): string => `${format(done)} of ${count(steps, 'step')} done`,
  context: (share: string): string => `${share} context`,
  subagents: (agents: number): string => count(agents, 'subagent'),
  notAnswered: 'That could not be answered; the agent may have gone on.',
  recent: 'Recently finished',
  all: (sessions: number): string => `All ${format(sessions)}`,
  noEdits: 'no edits',
  stopped: 'Stopped before its end',
  spend: 'Spend and limits',
  usage: 'Usage',
  inMonth: (month: string): string => `in ${month}`,
  ofBudget: (budget: string, month: string): string => `of ${budget} in ${month}`,
  budgetBar: (share: string, gone: string): string =>
    `${share} of the budget used, ${gone} of the month gone`,
  ahead: (day: string): string => `Ahead of pace. At this rate the budget ends on ${day}.`,
  over: 'The budget of this month is used up.',
  near: (share: string, alert: string): string =>
    `${share} of the budget is used. You asked to be warned at ${alert}.`,
  inPace: 'Within the budget at this rate.',
  noBudget: 'No budget is set.',
  week: 'This week',
  lastWeek: (spent: string, whole: string): string =>
    `${spent} at this time last week, ${whole} in all of it`,
  limits: { 'five-hour': '5-hour limit', weekly: 'Weekly limit' },
  reached: 'Reached',
  resets: (when: string): string => `Resets ${when}`,
  limitUnknown: 'not in the logs',
  past: {
    'five-hour': (spent: string): string => `${spent} in the past 5 hours`,
    weekly: (spent: string): string => `${spent} in the past 7 days`,
  },
  limitHint: 'Claude Code does not store how much of a plan is used, only when a limit is reached.',
  sweep: (sessions: number, days: number, day: string): string =>
    `Claude Code keeps sessions for ${count(days, 'day')}: ${count(sessions, 'session')} will be deleted, the first from ${day} on, and no archive has ${sessions === 1 ? 'it' : 'them'}. This keeps ${sessions === 1 ? 'it' : 'them'}:`,
  sweepLater: 'Not now',
  activity: 'Activity',
  year: (sessions: number, answers: number): string =>
    `${count(sessions, 'session')}, ${count(answers, 'answer')} in a year`,
  less: 'Less',
  more: 'More',
  table: 'Table',
  plot: 'Chart',
  heatHint: 'Arrow keys walk through the days; Enter shows its usage.',
  heatCell: (day: string, sessions: number, cost: string): string =>
    sessions === 0 ? `${day}: nothing` : `${day}: ${count(sessions, 'session')}, ${cost}`,
  day: 'Day',
  sessions: 'Sessions',
  answers: 'Answers',
  cost: 'Cost',
  counting: (done: number, all: number): string => `Counting ${format(done)} of ${count(all, 'file')}…`,
  /** For somebody who has no session yet. */
  first: 'No sessions yet',
  firstHint: 'Antiphon shows what coding agents do on this machine, and lets you talk to them.',
  steps: [
    {
      title: 'Start an agent',
      words:
        'Here with New chat, or in a terminal with Claude Code. What is stored in ~/.claude/projects appears by itself.',
    },
    {
      title: 'Watch and answer',
      words: 'While it works, this page shows what it does. It says so when it waits for you.',
    },
    {
      title: 'Find it again',
      words: 'Read a session turn by turn, search all of them, see which files changed and what it cost.',
    },
  ] as readonly { readonly title: string; readonly words: string }[],
  examples: 'These are examples',
  examplesHint:
    'You have no session on this machine yet. Look around in these: what you do to them is gone when you end antiphon.',
}

/** The texts of this part of the page. */
export type HomeTexts = typeof HOME_ENGLISH

function describeAgents(waiting: number, working: number): string {
  if (waiting === 0 && working === 0) return 'No agent is working.'
  const waits =
    waiting === 0 ? '' : `${toWord(waiting)} ${waiting === 1 ? 'agent waits' : 'agents wait'} for you`
  const works = working === 0 ? '' : `${toWord(working)} ${working === 1 ? 'is' : 'are'} working`
  if (waits === '') return `${capital(toWord(working))} ${working === 1 ? 'agent is' : 'agents are'} working.`
  return works === '' ? `${capital(waits)}.` : `${capital(waits)}, ${works}.`
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const

function toWord(value: number): string {
  return NUMBERS[value] ?? format(value)
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const HOME_CHINESE: HomeTexts = {
  title: '首页',
  sentence: (waiting, working, today) =>
    [
      waiting === 0 && working === 0
        ? '没有代理在工作。'
        : `${[...(waiting > 0 ? [`${format(waiting)} 个代理在等你`] : []), ...(working > 0 ? [`${format(working)} 个在工作`] : [])].join('，')}。`,
      ...(today === null ? [] : [`今天 ${today}。`]),
    ].join(''),
  ask: project => (project === null ? '要代理做什么？' : `让代理在 ${project} 里做什么？`),
  now: '正在运行',
  resumeLast: '继续上次',
  checkSessions: '检查会话',
  waits: '等你决定',
  working: '工作中',
  elsewhere: '在另一个程序中',
  allow: '允许',
  deny: '拒绝',
  reviewEdit: '查看改动',
  review: '查看',
  step: (step, steps) => `第 ${format(step)} 步，共 ${format(steps)} 步`,
  stepsDone: (done, steps) => `${format(steps)} 步中已完成 ${format(done)} 步`,
  context: share => `上下文 ${share}`,
  subagents: agents => `${format(agents)} 个子代理`,
  notAnswered: '未能回复；代理可能已经继续。',
  recent: '最近完成',
  all: sessions => `全部 ${format(sessions)} 个`,
  noEdits: '无改动',
  stopped: '未完成就停止',
  spend: '花费与额度',
  usage: '用量',
  inMonth: month => `${month}`,
  ofBudget: (budget, month) => `${month}预算 ${budget}`,
  budgetBar: (share, gone) => `已用预算 ${share}，本月已过 ${gone}`,
  ahead: day => `快于预算进度，照此速度 ${day}用完。`,
  over: '本月预算已用完。',
  near: (share, alert) => `已用预算 ${share}，你要求在 ${alert} 时提醒。`,
  inPace: '照此速度不会超出预算。',
  noBudget: '未设预算。',
  week: '本周',
  lastWeek: (spent, whole) => `上周此时 ${spent}，上周全部 ${whole}`,
  limits: { 'five-hour': '5 小时额度', weekly: '每周额度' },
  reached: '已达上限',
  resets: when => `${when}重置`,
  limitUnknown: '日志中没有',
  past: { 'five-hour': spent => `过去 5 小时 ${spent}`, weekly: spent => `过去 7 天 ${spent}` },
  limitHint: 'Claude Code 不存储套餐用了多少，只存储何时达到上限。',
  sweep: (sessions, days, day) =>
    `Claude Code 只保留 ${format(days)} 天的会话：${format(sessions)} 个会话将被删除，最早从 ${day} 开始，而且都没有归档。用此命令保存：`,
  sweepLater: '以后再说',
  activity: '活动',
  year: (sessions, answers) => `一年内 ${format(sessions)} 个会话，${format(answers)} 个回答`,
  less: '少',
  more: '多',
  table: '表格',
  plot: '图表',
  heatHint: '方向键逐日查看，Enter 显示当天用量。',
  heatCell: (day, sessions, cost) =>
    sessions === 0 ? `${day}：无` : `${day}：${format(sessions)} 个会话，${cost}`,
  day: '日期',
  sessions: '会话',
  answers: '回答',
  cost: '花费',
  counting: (done, all) => `正在统计 ${format(done)} / ${format(all)} 个文件…`,
  first: '还没有会话',
  firstHint: 'Antiphon 显示编码代理在这台机器上做了什么，并可与它们对话。',
  steps: [
    {
      title: '启动代理',
      words: '在这里新建对话，或在终端使用 Claude Code。存入 ~/.claude/projects 的会话会自动出现。',
    },
    { title: '查看并回应', words: '代理工作时，本页显示它在做什么；等你决定时会告诉你。' },
    { title: '以后再找', words: '逐轮阅读会话，搜索全部会话，查看改了哪些文件、花了多少。' },
  ],
  examples: '这些是示例',
  examplesHint: '这台机器上还没有您的会话。可以在示例中随意看看：结束 antiphon 后，对它们的改动会消失。',
}
