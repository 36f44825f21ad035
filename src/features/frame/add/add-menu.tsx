import type { PageKind } from '#content/entry/address.ts'
import { sections } from '#content/heritage/kind.ts'
import { type AddGroup, addGroups, type Kind, type Look } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { type Asked, asked, looks } from '#content/media/kind.ts'
import { text as ofTypes } from '#content/text.ts'
import { Anchor, type Target } from '#ui/anchor.tsx'
import { Icon } from '#ui/drawing/icon.tsx'
import { text } from './text.ts'

type Thing = { to: string; label: string; look: Look }

/**
 * Lists what a person can add, by group. If a form is only for keepers, other people get a link to the form that
 * sends a story to the keepers. Everyone can open the product form, because it explains how to become a seller.
 */
export function AddMenu({ isKeeper, inDashboard }: { isKeeper: boolean; inDashboard: boolean }) {
  // On the page, its groups are right below the title; in the dashboard, below the title of the menu.
  const Heading = inDashboard ? 'h3' : 'h2'
  const target = (to: string): Target => (inDashboard ? { to } : { href: to })
  return groups(isKeeper).map(({ title, things }) => (
    <section key={title} className="adds">
      <Heading>{title}</Heading>
      <ul>
        {things.map(({ to, label, look }) => (
          <li key={label}>
            <Anchor {...target(to)}>
              <span className={look.field}>
                <Icon name={look.icon} />
              </span>
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function groups(isKeeper: boolean): { title: string; things: Thing[] }[] {
  const { things } = text
  const { vocabulary, media, heritage } = kinds
  const toStory = (section: string) => `/contribute/story?section=${section}`
  const inSection = (name: 'story' | 'custom' | 'ceremony'): Thing => ({
    to: isKeeper ? `${heritage.form}?section=${name}` : toStory(sections[name].name),
    label: things[name],
    look: sections[name],
  })
  const file = (as: Asked): Thing => ({ to: `${media.form}?as=${as}`, label: things[as], look: looks[asked[as]] })
  const typesIn = (group: AddGroup) =>
    Object.values<Kind>(kinds)
      .filter(({ add }) => add === group)
      .map(({ type, form, look, keepersOwn, section }) => ({
        to: keepersOwn && !isKeeper ? toStory(section?.name ?? '') : form,
        label: (things as Partial<Record<string, string>>)[type] ?? ofTypes.one[type as PageKind],
        look,
      }))
  const wordsAs = (to: string, label: string, icon: Look['icon'] = 'word'): Thing => ({
    to,
    label,
    look: { ...vocabulary.look, icon },
  })
  const lists: Record<AddGroup, Thing[]> = {
    say: [
      wordsAs(vocabulary.form, things.word),
      wordsAs('/record', things.wordList, 'words'),
      file('recording'),
      ...typesIn('say'),
      ...(isKeeper ? [wordsAs('/dashboard/keepers/import', things.importList, 'list')] : []),
    ],
    show: [file('picture'), file('video'), ...typesIn('show')],
    write: [...typesIn('write'), inSection('story'), inSection('custom'), inSection('ceremony')],
    gather: typesIn('gather'),
  }
  return addGroups.map((group) => ({ title: text.groups[group], things: lists[group] }))
}
