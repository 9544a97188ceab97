import type { PresentPerson } from '@antiphon/core/wire'

export const PEOPLE_ENGLISH = {
  title: 'People in this session',
  here: 'Also here',
  you: 'you',
  guest: 'Guest',
  typing: 'is writing…',
  more: (count: number): string => `and ${count} more`,
  /** The button with one's own name. */
  self: (name: string): string => `You are ${name}. Change your name, or see who is here.`,
  describe: ({ author, activity }: PresentPerson): string =>
    activity === 'typing' ? `${author.name} is writing` : `${author.name} is here`,
  name: 'Your name',
  nameHint: 'Others see it, the agent reads it, and it is kept with what you say.',
  save: 'Save',
  edit: 'You changed a file?',
  editHint: 'The agent reads it before it goes on.',
  path: 'File',
  note: 'What and why',
  tell: 'Tell the agent',
  decided: {
    allow: (name: string, tool: string): string => `${tool} was allowed by ${name}.`,
    deny: (name: string, tool: string): string => `${tool} was refused by ${name}.`,
    answer: (name: string): string => `The question was answered by ${name}.`,
  },
}

/** The texts of who is here and who did what. */
export type PeopleTexts = typeof PEOPLE_ENGLISH

export const PEOPLE_CHINESE: PeopleTexts = {
  title: '此会话中的人',
  here: '也在这里',
  you: '你',
  guest: '访客',
  typing: '正在输入…',
  more: count => `还有 ${count} 人`,
  self: name => `你是 ${name}。修改名字，或查看谁在这里。`,
  describe: ({ author, activity }) =>
    activity === 'typing' ? `${author.name} 正在输入` : `${author.name} 在这里`,
  name: '你的名字',
  nameHint: '别人会看到它，代理会读到它，它会与你说的话一起保存。',
  save: '保存',
  edit: '你修改了文件？',
  editHint: '代理会在继续之前读到。',
  path: '文件',
  note: '改了什么，为什么',
  tell: '告诉代理',
  decided: {
    allow: (name, tool) => `${name} 允许了 ${tool}。`,
    deny: (name, tool) => `${name} 拒绝了 ${tool}。`,
    answer: name => `${name} 回答了问题。`,
  },
}
