export const NOTICE_ENGLISH = {
  waits: 'An agent waits for you',
  done: 'An agent has finished',
  bell: 'Notify me when an agent waits or ends',
  bellOn: 'Notifications are on. Turn them off',
  refused: 'The browser does not allow notifications from this page. Allow them in its settings.',
}

/** The texts that tell of agents in time. */
export type NoticeTexts = typeof NOTICE_ENGLISH

export const NOTICE_CHINESE: NoticeTexts = {
  waits: '有代理在等你决定',
  done: '有代理已完成',
  bell: '代理等待或结束时通知我',
  bellOn: '通知已开启。点击关闭',
  refused: '浏览器不允许此页面发送通知。请在浏览器设置中允许。',
}
