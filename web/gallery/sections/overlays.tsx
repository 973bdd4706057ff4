import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {Button} from '../../src/components/ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../src/components/ui/dialog.tsx';
import {TextField} from '../../src/components/ui/field.tsx';
import {Menu, MenuItem, MenuSection, MenuSeparator} from '../../src/components/ui/menu.tsx';
import {showSuccess} from '../../src/lib/toasts.ts';
import {Specimen, Specimens} from '../specimen.tsx';

export function Overlays() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Specimens>
      <Specimen name="Menu">
        <Menu trigger={<Button icon="more">{t`More actions`}</Button>} label={t`More actions`}>
          <MenuItem icon="reply" detail="R">{t`Reply in thread`}</MenuItem>
          <MenuItem icon="swap">{t`Forward message`}</MenuItem>
          <MenuSeparator />
          <MenuSection title={t`Notifications`}>
            <MenuItem icon="bell" isDisabled>{t`Follow thread`}</MenuItem>
          </MenuSection>
          <MenuItem icon="trash" danger>{t`Delete`}</MenuItem>
        </Menu>
      </Specimen>
      <Specimen name="Dialog">
        <Button onPress={() => setOpen(true)}>{t`Rename`}</Button>
        {isOpen && (
          <Dialog title={t`Rename category`} onClose={() => setOpen(false)}>
            <DialogBody>
              <TextField label={t`Name`} defaultValue="Harbor" />
            </DialogBody>
            <DialogFooter>
              <Button onPress={() => setOpen(false)}>{t`Cancel`}</Button>
              <Button kind="primary">{t`Save`}</Button>
            </DialogFooter>
          </Dialog>
        )}
      </Specimen>
      <Specimen name="Toast">
        <Button onPress={() => showSuccess(t`Link copied`)}>{t`Copy link`}</Button>
      </Specimen>
    </Specimens>
  );
}
