import { sections } from '#content/heritage/kind.ts'
import type { Look } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { Anchor, type Target } from '#ui/anchor.tsx'
import { Icon, type IconName } from '#ui/drawing/icon.tsx'
import { text } from './text.ts'

type Thing = { to: string; label: string; look: Look; icon?: IconName }

/**
 * Lists what a person can add, in four groups. If a form is only for keepers, other people get a link to the form that
 * sends a story to the keepers. Everyone can open the product form, because it explains how to become a seller.
 */
export function AddMenu({ isKeeper, inDashboard }: { isKeeper: boolean; inDashboard: boolean }) {
  const target = (to: string): Target => (inDashboard ? { to } : { href: to })
  return groups(isKeeper).map(({ title, things }) => (
    <section key={title} className="adds">
      <h3>{title}</h3>
      <ul>
        {things.map(({ to, label, look, icon }) => (
          <li key={label}>
            <Anchor {...target(to)}>
              <span className={look.field}>
                <Icon name={icon ?? look.icon} />
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
  const { story, custom, ceremony } = sections
  const ofKeepers = (form: string, section: string) => (isKeeper ? form : `/contribute/story?section=${section}`)
  const inSection = (name: keyof typeof sections) =>
    ofKeepers(`${kinds.heritage.form}?section=${name}`, sections[name].name)
  const itemOf = ({ form, look }: { form: string; look: Look }, label: string): Thing => ({ to: form, label, look })
  return [
    {
      title: text.groups.say,
      things: [
        itemOf(kinds.vocabulary, things.word),
        { to: '/record', label: things.wordList, look: kinds.vocabulary.look, icon: 'mic' },
        { ...itemOf(kinds.media, things.recording), icon: 'mic' },
        itemOf(kinds.proverb, things.proverb),
        itemOf(kinds.poem, things.poem),
        ...(isKeeper
          ? [{ to: '/dashboard/keepers/import', label: things.importList, look: kinds.vocabulary.look }]
          : []),
      ],
    },
    {
      title: text.groups.show,
      things: [
        { ...itemOf(kinds.media, things.picture), icon: 'photo' },
        { ...itemOf(kinds.media, things.video), icon: 'video' },
        {
          to: ofKeepers(kinds.artifact.form, kinds.artifact.section.name),
          label: things.artifact,
          look: kinds.artifact.look,
        },
        {
          to: ofKeepers(kinds.conservation.form, kinds.conservation.section.name),
          label: things.conservation,
          look: kinds.conservation.look,
        },
      ],
    },
    {
      title: text.groups.write,
      things: [
        itemOf(kinds.article, things.article),
        { to: inSection('story'), label: things.story, look: story },
        { to: inSection('custom'), label: things.custom, look: custom },
        { to: inSection('ceremony'), label: things.ceremony, look: ceremony },
      ],
    },
    {
      title: text.groups.gather,
      things: [itemOf(kinds.event, things.event), itemOf(kinds.product, things.product)],
    },
  ]
}
