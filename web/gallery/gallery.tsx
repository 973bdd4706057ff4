import type {ReactNode} from 'react';
import styles from './gallery.module.css';
import {Controls} from './sections/controls.tsx';
import {Data} from './sections/data.tsx';
import {Feedback} from './sections/feedback.tsx';
import {Fields} from './sections/fields.tsx';
import {Colors, Icons, Motion, Spacing, Type} from './sections/foundations.tsx';
import {Messages} from './sections/messages.tsx';
import {Overlays} from './sections/overlays.tsx';

/**
 * The foundations of the design, and its components in their states (docs/design.md). The names of sections are English,
 * because they are names of code.
 */
export function Gallery() {
  return (
    <main>
      <Part id="foundations">
        <Section name="colors" content={<Colors />} />
        <Section name="type" content={<Type />} />
        <Section name="spacing" content={<Spacing />} />
        <Section name="motion" content={<Motion />} />
        <Section name="icons" content={<Icons />} />
      </Part>
      <Part id="components">
        <Section name="controls" content={<Controls />} />
        <Section name="fields" content={<Fields />} />
        <Section name="feedback" content={<Feedback />} />
        <Section name="data" content={<Data />} />
        <Section name="messages" content={<Messages />} />
        <Section name="overlays" content={<Overlays />} />
      </Part>
    </main>
  );
}

function Part({id, children}: {id: string; children: ReactNode}) {
  return (
    <div id={id} className={styles.part}>
      {children}
    </div>
  );
}

function Section({name, content}: {name: string; content: ReactNode}) {
  return (
    <section id={name} className={styles.section} aria-labelledby={`${name}-title`}>
      <h1 id={`${name}-title`} className={styles.title} lang="en" dir="ltr">
        {name}
      </h1>
      {content}
    </section>
  );
}
