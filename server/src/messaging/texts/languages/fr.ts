import type {Translation} from '../catalog.ts';

export const fr: Translation = {
  passwordReset: {
    subject: (site) => `[${site}] Réinitialisez votre mot de passe`,
    title: 'Réinitialisez votre mot de passe',
    text: (name) =>
      `Quelqu’un a demandé à réinitialiser le mot de passe de votre compte @${name}. Pour en définir un nouveau, utilisez ce lien dans les 24 heures. Il ne fonctionne qu’une fois.`,
    button: 'Définir un nouveau mot de passe',
    ignore: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste le même.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Vérifiez votre adresse e-mail`,
    title: 'Vérifiez votre adresse e-mail',
    text: (name) =>
      `Pour confirmer que cette adresse appartient à votre compte @${name}, utilisez ce lien dans les 24 heures.`,
    button: 'Vérifier l’adresse e-mail',
    ignore: 'Si vous n’y avez pas de compte, ignorez cet e-mail.',
  },
  missedMessages: {
    direct: (sender) => `Message direct de ${sender}`,
    group: (channel) => `Message de groupe : ${channel}`,
    mention: (channel) => `Mention dans ${channel}`,
    reply: (channel) => `Réponse dans ${channel}`,
    from: (senders) => `Nouveaux messages de ${senders}`,
    several: 'Nouveaux messages',
    hidden: 'Ouvrez-les pour les lire.',
    files: (names) => `Fichiers : ${names}`,
    open: 'Voir le message',
    openThread: 'Voir le fil',
    openAll: (site) => `Ouvrir ${site}`,
    reason: 'Vous recevez des e-mails sur les messages manqués pendant votre absence.',
    unsubscribe: 'Ne plus recevoir ces e-mails',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} vous invite à rejoindre ${team}`,
    asMember: (inviter, team, site) =>
      `@${inviter} vous invite à rejoindre l’équipe ${team} sur ${site}, où l’on discute et travaille ensemble.`,
    asGuest: (inviter, team, site) =>
      `@${inviter} vous invite dans ${team} sur ${site} avec un compte invité.`,
    channels: (names) => `Vous pouvez participer à ces canaux : ${names}.`,
    button: 'Rejoindre l’équipe',
    expiry:
      'Le lien fonctionne une seule fois, pendant 48 heures. Si vous n’attendiez pas cette invitation, ignorez cet e-mail.',
  },
  notices: {
    email_changed: {
      title: 'Votre adresse e-mail a été modifiée',
      text: (name, detail) => `L’adresse e-mail de votre compte @${name} est maintenant ${detail}.`,
    },
    password_changed: {
      title: 'Votre mot de passe a été modifié',
      text: (name) => `Le mot de passe de votre compte @${name} a été modifié.`,
    },
    username_changed: {
      title: 'Votre nom d’utilisateur a été modifié',
      text: (name, detail) => `Votre compte @${name} a maintenant le nom d’utilisateur @${detail}.`,
    },
    new_sign_in: {
      title: 'Nouvelle connexion à votre compte',
      text: (name, detail) =>
        `Quelqu’un s’est connecté à votre compte @${name} depuis un nouvel appareil : ${detail}.`,
    },
    token_created: {
      title: 'Un jeton d’accès a été créé',
      text: (name, detail) =>
        `Un jeton d’accès a été créé pour votre compte @${name} : ${detail}. Les programmes qui le possèdent peuvent utiliser votre compte.`,
    },
    deactivated: {
      title: 'Votre compte a été désactivé',
      text: (name) => `Votre compte @${name} a été désactivé. Vous ne pouvez plus vous connecter.`,
    },
    notYou: 'Si ce n’était pas vous, changez votre mot de passe et contactez votre administrateur.',
  },
  test: {
    subject: (site) => `[${site}] E-mail de test`,
    title: 'Tout fonctionne',
    text: 'Ceci est un e-mail de test. Les paramètres e-mail du serveur sont corrects.',
  },
  footer: (site, url) => `Envoyé par ${site} (${url}).`,
  push: {
    newMessage: 'Nouveau message',
    files: 'A envoyé un fichier',
    reply: 'A répondu dans un fil',
    testTitle: 'Les notifications push fonctionnent',
    test: 'Vous recevrez les notifications ici, même si Patchbay est fermé.',
  },
  commands: {
    descriptions: {
      online: 'Passer votre statut à « En ligne »',
      away: 'Passer votre statut à « Absent »',
      dnd: 'Activer « Ne pas déranger »',
      offline: 'Passer votre statut à « Hors ligne »',
      status: 'Définir ou effacer votre statut personnalisé',
      me: 'Publier un message sous forme d’action',
      shrug: 'Ajouter un haussement d’épaules à votre message',
      code: 'Publier du texte comme bloc de code',
      echo: 'Publier un message maintenant ou après un délai',
      msg: 'Envoyer un message direct',
      groupmsg: 'Envoyer un message de groupe',
      join: 'Rejoindre un canal',
      open: 'Ouvrir un canal et le rejoindre si nécessaire',
      poll: 'Créer un sondage',
      leave: 'Quitter le canal',
      invite: 'Ajouter quelqu’un à ce canal ou à un autre',
      kick: 'Retirer quelqu’un du canal',
      remove: 'Retirer quelqu’un du canal',
      rename: 'Renommer le canal',
      header: 'Modifier l’en-tête du canal',
      purpose: 'Modifier l’objet du canal',
      mute: 'Mettre ce canal ou un autre en sourdine, ou désactiver la sourdine',
      invite_people: 'Inviter des personnes dans l’équipe par e-mail',
      collapse: 'Replier les images et les aperçus de liens',
      expand: 'Déplier les images et les aperçus de liens',
      help: 'Afficher les commandes disponibles',
      logout: 'Se déconnecter',
      shortcuts: 'Afficher les raccourcis clavier',
      search: 'Rechercher des messages',
      settings: 'Ouvrir les paramètres',
    },
    hints: {
      status: ':[emoji]: [texte] ou clear',
      me: '[message]',
      shrug: '[message]',
      code: '[texte]',
      echo: '[message] [secondes]',
      msg: '@[utilisateur] [message]',
      groupmsg: '@[utilisateur1],@[utilisateur2] [message]',
      join: '~[canal]',
      open: '~[canal]',
      poll: '"[question]" "[option 1]" "[option 2]" [--multiple] [--anonymous]',
      invite: '@[utilisateur] ~[canal]',
      kick: '@[utilisateur]',
      remove: '@[utilisateur]',
      rename: '[texte]',
      header: '[texte]',
      purpose: '[texte]',
      mute: '~[canal]',
      invite_people: '[nom@example.com ...]',
      search: '[texte]',
    },
    chosen: {
      online: 'Vous êtes maintenant en ligne.',
      away: 'Votre statut est maintenant « Absent ».',
      dnd: '« Ne pas déranger » est activé. Pour le désactiver, utilisez /online.',
      offline: 'Vous apparaissez maintenant hors ligne.',
    },
    statusSet: (status) => `Votre statut est maintenant ${status}. Pour l’effacer, utilisez /status clear.`,
    statusCleared: 'Votre statut a été effacé.',
    statusText: '/status nécessite un emoji ou un texte, par exemple /status :palm_tree: En vacances',
    meText: '/me nécessite un texte, par exemple /me salue',
    codeText: '/code nécessite un texte, par exemple /code x = 1',
    echoText: '/echo nécessite un texte, par exemple /echo "terminé" 60',
    echoLater: (message, seconds) => `« ${message} » sera publié dans ${seconds} s.`,
    echoDelay: (max, seconds) => `Le délai de /echo est de ${max} secondes au maximum, et non de ${seconds}.`,
    specifyUser: 'Indiquez un nom d’utilisateur, par exemple @ann.',
    noUser: (user) => `Le compte ${user} n’existe pas.`,
    groupUsers: '/groupmsg nécessite des noms d’utilisateur, par exemple /groupmsg @ann,@bob bonjour',
    joinName: '/join nécessite le nom d’un canal, par exemple /join ~releases',
    cannotJoin: (channel) => `Cette équipe n’a pas de canal ${channel} que vous puissiez rejoindre.`,
    renameText: '/rename nécessite un texte.',
    notInChannel: (user, channel) => `${user} n’est pas membre de ${channel}.`,
    notInConversation: (user) => `${user} ne participe pas à cette conversation.`,
    notInTeam: (user) =>
      `${user} n’est pas membre de cette équipe. Ajoutez d’abord cette personne à l’équipe.`,
    added: (user, channel) => `${user} fait maintenant partie de ${channel}.`,
    notMember: (channel) => `Vous n’êtes membre d’aucun canal ${channel}.`,
    muted: (channel) => `${channel} est en sourdine. Pour désactiver la sourdine, utilisez à nouveau /mute.`,
    unmuted: (channel) => `${channel} n’est plus en sourdine.`,
    conversationMuted:
      'Cette conversation est en sourdine. Pour désactiver la sourdine, utilisez à nouveau /mute.',
    conversationUnmuted: 'Cette conversation n’est plus en sourdine.',
    addresses: '/invite_people nécessite des adresses e-mail, par exemple /invite_people ann@example.com',
    tooManyAddresses: (max, count) =>
      `/invite_people accepte ${max} adresses à la fois au maximum, et non ${count}.`,
    invited: (addresses) => `Invitations envoyées : ${addresses}.`,
    notInvited: (address, reason) => `Invitation non envoyée : ${address}. ${reason}`,
    collapsed: 'Les images et les aperçus de liens sont maintenant repliés.',
    expanded: 'Les images et les aperçus de liens sont maintenant dépliés.',
    shortcuts: 'Pour afficher les raccourcis clavier, appuyez sur Ctrl+/ dans le client web.',
    search: 'Pour rechercher, utilisez le champ de recherche en haut du client web.',
    settings: 'Pour ouvrir les paramètres, cliquez sur votre photo de profil dans le client web.',
  },
  polls: {
    unknownWord: (word) =>
      `« ${word} » n’est pas entre guillemets, et n’est ni --multiple ni --anonymous. Exemple : /poll "Où mange-t-on ?" "Pizza" "Curry"`,
    noQuestion:
      'Un sondage nécessite une question entre guillemets. Exemple : /poll "Où mange-t-on ?" "Pizza" "Curry"',
    longQuestion: (length, max) => `La question compte ${length} caractères. Le maximum est de ${max}.`,
    longOption: (length, max) => `L’option compte ${length} caractères. Le maximum est de ${max}.`,
    optionCount: (max, count) => `Un sondage compte de 2 à ${max} options, mais celui-ci en compte ${count}.`,
    emptyOption: 'Une option est vide.',
    repeatedOption: (option) => `L’option « ${option} » apparaît deux fois.`,
    yes: 'Oui',
    no: 'Non',
    quoted: (option) => `« ${option} »`,
    tookBack: 'Vous avez retiré votre vote.',
    voted: (options) =>
      `Vous avez voté pour ${options}. Toutes les personnes du canal peuvent voir votre vote.`,
    votedAnonymously: (options) =>
      `Vous avez voté pour ${options}. Le sondage affiche des nombres, pas de noms.`,
    ended: 'Vous avez terminé le sondage.',
  },
  mentions: {
    absentFromChannel: (name) =>
      `${name} n’a pas reçu de notification, car cette personne n’est pas dans ce canal.`,
    severalAbsentFromChannel: (names) =>
      `${names} n’ont pas reçu de notification, car ces personnes ne sont pas dans ce canal.`,
    absentFromTeam: (name) =>
      `${name} n’a pas reçu de notification, car cette personne n’est pas dans cette équipe.`,
    severalAbsentFromTeam: (names) =>
      `${names} n’ont pas reçu de notification, car ces personnes ne sont pas dans cette équipe.`,
  },
  reminders: {
    sender: 'Rappel',
    set: (link) => `Vous recevrez un rappel pour [ce message](${link}).`,
    due: (link, author) => `Voici votre rappel pour [ce message](${link}) de ${author}.`,
  },
  bots: {
    ownerDeactivated: {
      disabled: (owner) =>
        `Le compte ${owner} a été désactivé. Il possédait ces bots, qui sont maintenant désactivés :`,
      enabled: (owner) =>
        `Le compte ${owner} a été désactivé. Il possédait ces bots, qui sont toujours activés :`,
    },
    more: (count) => `et d’autres : ${count}`,
    whatToDo: {
      disabled:
        'Si vous avez encore besoin d’un bot, activez-le sous **Intégrations > Comptes bots** et créez un nouveau jeton, car l’ancien était connu de ce compte.',
      enabled:
        'Si vous avez encore besoin d’un bot, transférez-le à un autre compte et créez un nouveau jeton, car l’ancien était connu du compte précédent.',
    },
    created:
      'Ajoutez-moi aux équipes et aux canaux où je dois travailler. D’ici là, je ne peux vous écrire qu’ici.',
    testNotification:
      'Ceci est un test. Si vous avez reçu une notification pour ce message, vos notifications fonctionnent.',
  },
  outgoingWebhooks: {
    disabled: (name) =>
      `Votre webhook sortant **${name}** a été désactivé, car toutes les tentatives de livraison ont échoué pendant une journée.`,
    lastError: (error) => `Dernière erreur : ${error}`,
    whatToDo:
      'Lorsque le destinataire fonctionnera à nouveau, activez le webhook sous **Intégrations > Webhooks sortants**. Le journal y répertorie les livraisons échouées, et vous pouvez les relancer.',
  },
  userReport:
    'Votre rapport sur les utilisateurs est prêt. Il contient des données personnelles. Conservez-le en lieu sûr.',
  errors: {
    'api.context.permissions.app_error': 'Vous n’avez pas l’autorisation de faire cela.',
    'app.channel.get.existing.app_error': 'Ce canal n’existe pas ou vous n’y avez pas accès.',
    'app.channel.get_by_name.missing.app_error': 'Cette équipe n’a pas de canal de ce nom.',
    'api.channel.patch_update_channel.forbidden.app_error': 'Vous n’êtes pas autorisé à modifier ce canal.',
    'api.channel.leave.default.app_error': 'Vous ne pouvez pas quitter le canal par défaut d’une équipe.',
    'api.channel.remove.default.app_error': 'Personne ne peut être retiré du canal par défaut d’une équipe.',
    'api.channel.remove_user_from_channel.type.app_error':
      'Personne ne peut être retiré d’un message direct ou de groupe.',
    'api.channel.add_user_to_channel.type.app_error':
      'Personne ne peut être ajouté à un message direct ou de groupe.',
    'api.channel.create_channel.direct_channel.team_restricted_error':
      'Sur ce serveur, vous ne pouvez écrire qu’aux personnes de vos équipes.',
    'api.channel.create_group.bad_size.app_error':
      'Un message de groupe compte trop peu ou trop de personnes.',
    'model.post.is_valid.message_length.app_error': 'Ce message est trop long.',
    'api.team.invite_members.invalid_email.app_error': 'Ce n’est pas une adresse e-mail.',
    'api.team.invite_members.address_limit.app_error':
      'Cette adresse a reçu trop d’invitations ces derniers temps.',
    'api.team.invite_members.disabled.app_error':
      'Les invitations par e-mail sont désactivées sur ce serveur.',
    'api.email.disabled.app_error': 'Ce serveur n’envoie pas d’e-mails.',
  },
};
