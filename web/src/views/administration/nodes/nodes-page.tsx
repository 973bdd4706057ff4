import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {NODE_WARNINGS} from '../../../../../server/src/platform/warnings/warnings.ts';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {type ServerNode, setDraining, useNodes} from '../../../data/administration/nodes.ts';
import {duration} from '../../../lib/dates.ts';
import {count} from '../../../lib/numbers.ts';
import {errorMessage} from '../../../lib/server.ts';
import {serverWarning} from '../../../lib/server-warnings.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';
import styles from './nodes-page.module.css';

/** The servers of the installation. */
export default function NodesPage() {
  const {data, error, refetch} = useNodes();
  return (
    <AdministrationPage
      title={t`Nodes`}
      intro={t`The servers that share this installation. Updates every 5 seconds.`}
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <ErrorNotice text={error ? errorMessage(error) : undefined} />
          <NodeTable nodes={data} />
        </>
      )}
    </AdministrationPage>
  );
}

function NodeTable({nodes}: {nodes: readonly ServerNode[]}) {
  const {busy, change} = useChange();
  const [draining, setDrainingNode] = useState<ServerNode>();
  const canDrain = nodes.filter((node) => node.responds && !node.draining).length > 1;
  const columns: Column<ServerNode>[] = [
    {
      label: t`Node`,
      render: (node) => (
        <div className={styles.node}>
          <span className={styles.host}>
            {node.hostname} {node.is_this_node && nodes.length > 1 && <Tag>{t`This node`}</Tag>}
          </span>
          <span className={styles.version}>{node.version}</span>
          {node.warnings.map((warning) => (
            <span key={warning} className={styles.warning}>
              {serverWarning(warning, NODE_WARNINGS)}
            </span>
          ))}
        </div>
      ),
    },
    {label: t`Status`, kind: 'short', render: (node) => <NodeStatus node={node} />},
    {
      label: t`Uptime`,
      kind: 'short',
      render: ({started_at}) => <span className={styles.figure}>{duration(Date.now() - started_at)}</span>,
    },
    {
      label: t`Connections`,
      kind: 'end',
      render: ({connections}) => (connections === null ? undefined : count(connections)),
    },
    {
      label: t`Bus lag`,
      kind: 'end',
      render: (node) =>
        node.bus_lag === null ? undefined : (
          <span className={styles.figure}>
            {plural(node.bus_lag, {one: '# message', other: '# messages'})}
          </span>
        ),
    },
    {
      label: t`Replica lag`,
      kind: 'end',
      render: ({replica_lag}) => (replica_lag === null ? undefined : duration(replica_lag * 1000)),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (node) =>
        node.draining ? (
          <Button
            size="small"
            isDisabled={busy}
            onPress={() => void change(() => setDraining(node.id, false))}
          >
            <Trans>Stop draining</Trans>
          </Button>
        ) : canDrain && node.responds ? (
          <Button size="small" onPress={() => setDrainingNode(node)}>
            <Trans>Drain</Trans>
          </Button>
        ) : null,
    },
  ];
  const host = draining?.hostname;
  return (
    <>
      <DataTable label={t`Nodes`} columns={columns} rows={nodes} getKey={({id}) => id} />
      {draining && (
        <ConfirmDialog
          title={t`Drain this node?`}
          confirmLabel={t`Drain`}
          onClose={() => setDrainingNode(undefined)}
          onConfirm={async () => {
            await setDraining(draining.id, true);
            await refreshAdministration();
          }}
        >
          <Trans>
            {host} stops taking new clients, and its clients move to other nodes. It keeps running until you
            stop it.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function NodeStatus({node}: {node: ServerNode}) {
  if (!node.responds) return <Tag kind="bad">{t`Not responding`}</Tag>;
  return node.draining ? <Tag kind="warn">{t`Draining`}</Tag> : <Tag kind="good">{t`Ready`}</Tag>;
}
