import {
  ChartColumn,
  House,
  Languages,
  Moon,
  Search,
  Settings,
  SquarePen,
  Stethoscope,
  Sun,
} from 'lucide-react'
import { useMemo } from 'react'
import { offerDraft } from '../browser/offered-draft.ts'
import type { PageAction } from '../page/page-actions.ts'
import { usePageChoices } from '../page/page-choices.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useIsDark } from '../page/use-is-dark.ts'
import { useMay } from '../page/you.ts'

/** What can be done wherever the reader is. */
export function useGeneralActions(query: string): readonly PageAction[] {
  const texts = useTexts()
  const isDark = useIsDark()
  const mayChat = useMay('chat/open')
  const { language, setLanguage, setTheme } = usePageChoices()
  const words = query.trim()
  return useMemo(() => {
    const { palette, shell } = texts
    const chat: PageAction = {
      id: 'chat',
      icon: SquarePen,
      label: shell.newChat,
      keys: ['N'],
      run: () => goTo({ kind: 'chat' }),
    }
    const chatAbout: PageAction = {
      id: 'chat-about',
      icon: SquarePen,
      label: palette.chatAbout(words),
      run: () => {
        // The draft of a new chat, which its composer takes up.
        offerDraft('new', words)
        goTo({ kind: 'chat' })
      },
    }
    const isEnglish = language === 'en'
    const actions: readonly PageAction[] = [
      { id: 'home', icon: House, label: shell.home, run: () => goTo({ kind: 'home' }) },
      { id: 'usage', icon: ChartColumn, label: shell.usage, run: () => goTo({ kind: 'usage' }) },
      {
        id: 'search',
        icon: Search,
        label: texts.search,
        run: () => goTo({ kind: 'search', query: '' }),
      },
      {
        id: 'doctor',
        icon: Stethoscope,
        label: palette.checkAll,
        alsoCalled: [texts.doctor.title],
        run: () => goTo({ kind: 'doctor' }),
      },
      { id: 'settings', icon: Settings, label: shell.settings, run: () => goTo({ kind: 'settings' }) },
      {
        id: 'theme',
        icon: isDark ? Sun : Moon,
        label: isDark ? shell.light : shell.dark,
        run: () => setTheme(isDark ? 'light' : 'dark'),
      },
      {
        id: 'language',
        icon: Languages,
        label: isEnglish ? palette.inChinese : palette.inEnglish,
        run: () => setLanguage(isEnglish ? 'zh-CN' : 'en'),
      },
    ]
    // What is called so comes before what is only done about it.
    if (!mayChat) return actions
    return words === '' ? [chat, ...actions] : [chat, ...actions, chatAbout]
  }, [texts, words, mayChat, isDark, language, setLanguage, setTheme])
}
