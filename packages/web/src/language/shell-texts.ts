export const SHELL_ENGLISH = {
  jump: 'Search or jump to…',
  home: 'Home',
  usage: 'Usage',
  settings: 'Settings',
  sidebar: 'Sidebar',
  tabs: 'Tabs',
  newChat: 'New chat',
  hideSidebar: 'Hide sidebar',
  showSidebar: 'Show sidebar',
  sidebarWidth: 'Width of the sidebar',
  dark: 'Use the dark theme',
  light: 'Use the light theme',
  server: 'The server of this window',
  roles: { reader: 'reader', driver: 'driver', owner: 'owner' },
  you: (role: string, isLimited: boolean): string =>
    isLimited
      ? `You are let in as ${role}, and see the sessions of some projects.`
      : `You are let in as ${role}.`,
}

/** The texts around every place of the page. */
export type ShellTexts = typeof SHELL_ENGLISH

export const SHELL_CHINESE: ShellTexts = {
  jump: '搜索或跳转到…',
  home: '首页',
  usage: '用量',
  settings: '设置',
  sidebar: '侧栏',
  tabs: '标签栏',
  newChat: '新对话',
  hideSidebar: '隐藏侧栏',
  showSidebar: '显示侧栏',
  sidebarWidth: '侧栏宽度',
  dark: '使用深色主题',
  light: '使用浅色主题',
  server: '此窗口的服务器',
  roles: { reader: '读者', driver: '驾驶者', owner: '所有者' },
  you: (role, isLimited) =>
    isLimited ? `你以${role}身份进入，只能看到部分项目的会话。` : `你以${role}身份进入。`,
}
