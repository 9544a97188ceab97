import { count } from './words.ts'

export const TEAM_ENGLISH = {
  facets: { person: 'Person', repository: 'Repository', project: 'Folder' },
  any: { person: 'Any person', repository: 'Any repository', project: 'Any folder' },
  by: (person: string, host: string): string => [person, host].filter(Boolean).join(' · '),
  unfetched: (id: string): string => `Not fetched yet (${id})`,
  fetching: (done: number, all: number): string => `Fetching sessions: ${done} of ${all}`,
  leftOut: (sessions: number, gigabytes: number): string =>
    `${count(sessions, 'session')} not fetched, since the copy may have ${gigabytes} GB. Search and usage leave them out; opening one fetches it.`,
  away: (words: string): string => `${words} Shown is what was fetched before.`,
  heldBy: (person: string, host: string): string =>
    host === '' ? `${person} writes this session now.` : `${person} writes this session now, on ${host}.`,
  takeOver: 'Take over…',
  takeOverTitle: 'Take over this session?',
  takeOverWho: (person: string, host: string, since: string): string =>
    `${[person, host].filter(Boolean).join(' on ')} has written it${since === '' ? '' : ` since ${since}`}.`,
  takeOverHint:
    'Their agent is refused from then on: it stops with its next message, and what it has not stored by now is lost. What is stored stays.',
  confirm: 'Take over',
  cancel: 'Cancel',
}

/** The texts of a team's store. */
export type TeamTexts = typeof TEAM_ENGLISH

export const TEAM_CHINESE: TeamTexts = {
  facets: { person: '人员', repository: '仓库', project: '文件夹' },
  any: { person: '任意人员', repository: '任意仓库', project: '任意文件夹' },
  by: (person, host) => [person, host].filter(Boolean).join(' · '),
  unfetched: id => `尚未获取（${id}）`,
  fetching: (done, all) => `正在获取会话：${done} / ${all}`,
  leftOut: (sessions, gigabytes) =>
    `${sessions} 个会话未获取，因为副本上限为 ${gigabytes} GB。搜索和用量不包含它们；打开时会获取。`,
  away: words => `${words} 显示的是之前获取的内容。`,
  heldBy: (person, host) =>
    host === '' ? `${person} 正在写入这个会话。` : `${person} 正在 ${host} 上写入这个会话。`,
  takeOver: '接管…',
  takeOverTitle: '接管这个会话？',
  takeOverWho: (person, host, since) =>
    `${person}${host === '' ? '' : `（${host}）`}${since === '' ? '' : `自 ${since} 起`}正在写入它。`,
  takeOverHint: '此后对方的代理会被拒绝：它会在下一条消息处停止，尚未保存的内容会丢失。已保存的内容不变。',
  confirm: '接管',
  cancel: '取消',
}
